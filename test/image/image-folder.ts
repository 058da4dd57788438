// Builds the image without a container engine: each stage of the Dockerfile becomes a folder of this machine.
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publicTemporaryFolder } from '../../scripts/stack/postgres-user.js';
import { copyContext, copyInto, inside } from './build-context.js';
import { readDockerfile, type Stage, type Step } from './dockerfile.js';
import type { BuiltImage, ImageCommand, ImageConfig } from './image.js';
import { must } from './must.js';

/** Path of Node in the base image. */
const NODE = '/usr/local/bin/node';
/** Environment variables that a RUN line inherits: they lead to the package registry. */
const PASSED =
  /^(?:HOME|LANG|TMPDIR|(?:https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(?:registry|cafile|cache|userconfig))$/i;

interface Folders {
  readonly context: string;
  readonly stages: Map<string, string>;
}

interface StageState {
  readonly root: string;
  readonly workdir: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Builds below the system's temporary folder: no parent folder there has a node_modules that would hide a missing package. */
export async function buildFolder(root: string): Promise<BuiltImage> {
  const home = mkdtempSync(join(publicTemporaryFolder(), 'image-'));
  try {
    chmodSync(home, 0o755); // The image's user must be able to read the folder.
    const folders = { context: join(home, 'context'), stages: new Map<string, string>() };
    copyContext(root, folders.context);
    const stages = readDockerfile(root);
    for (const stage of stages) await buildStage(stage, join(home, `stage-${stage.name}`), folders, stage === stages.at(-1));
    const last = stages.at(-1)?.steps ?? [];
    return toImage(home, folders.stages.get(stages.at(-1)?.name ?? '') ?? '', last);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function buildStage({ name, steps }: Stage, root: string, folders: Folders, isLast: boolean): Promise<void> {
  let state: StageState = { root, workdir: '/', variables: {} };
  mkdirSync(root);
  folders.stages.set(name, root);
  for (const step of steps) state = await apply(step, state, folders, isLast);
}

async function apply(step: Step, state: StageState, folders: Folders, isLast: boolean): Promise<StageState> {
  const { root, workdir, variables } = state;
  if (step.kind === 'variable') return { ...state, variables: { ...variables, [step.name]: step.value } };
  if (step.kind === 'workdir') {
    mkdirSync(inside(root, workdir, step.value), { recursive: true });
    return { ...state, workdir: step.value };
  }
  if (step.kind === 'copy') copy(step, state, folders);
  // RUN lines of the last stage change the base image by absolute paths: here they would change this machine.
  if (step.kind === 'run' && !isLast) await run(step.script, state);
  return state;
}

function copy(
  { from, sources, target }: Extract<Step, { kind: 'copy' }>,
  { root, workdir }: StageState,
  { context, stages }: Folders,
): void {
  const base = from === undefined ? context : stages.get(from);
  if (base === undefined) throw new Error(`Dockerfile: no stage above is named ${from} (COPY --from)`);
  const paths = sources.map((source) => join(base, source));
  const missing = sources.filter((_, index) => !existsSync(paths[index] ?? ''));
  if (missing.length > 0) throw new Error(`Dockerfile: COPY ${missing.join(' ')}: not in the build context (.dockerignore)`);
  copyInto(paths, inside(root, workdir, target), paths.length > 1 || target.endsWith('/'));
}

async function run(script: string, { root, workdir, variables }: StageState): Promise<void> {
  const passed = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name)));
  const env = { ...passed, ...variables, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  await must('sh', ['-c', script], { cwd: inside(root, '/', workdir), env });
}

function toImage(home: string, root: string, steps: readonly Step[]): BuiltImage {
  mkdirSync(dirname(join(root, NODE)), { recursive: true });
  copyFileSync(process.execPath, join(root, NODE));
  const config = configOf(steps);
  const cwd = join(root, steps.findLast((step) => step.kind === 'workdir')?.value ?? '/');
  return {
    builtBy: 'folder',
    config,
    command: (args, env) => commandOf({ root, cwd, config, args, env }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function configOf(steps: readonly Step[]): ImageConfig {
  const variables = steps.filter((step) => step.kind === 'variable').map(({ name, value }): [string, string] => [name, value]);
  return {
    entrypoint: steps.findLast((step) => step.kind === 'entrypoint')?.words ?? [],
    cmd: steps.findLast((step) => step.kind === 'cmd')?.words ?? [],
    env: Object.fromEntries(variables),
    user: steps.findLast((step) => step.kind === 'user')?.value ?? '0:0',
    ports: steps.filter((step) => step.kind === 'expose').flatMap(({ ports }) => ports),
  };
}

interface Call {
  readonly root: string;
  readonly cwd: string;
  readonly config: ImageConfig;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function commandOf({ root, cwd, config, args, env }: Call): ImageCommand {
  const [command = '', ...rest] = [...config.entrypoint, ...args].map((word) => hostPath(root, word));
  const [uid = 0, gid = 0] = config.user.split(':').map(Number);
  const user = process.getuid?.() === 0 ? { uid, gid } : undefined; // Only root may switch to the image's user.
  return { command, args: rest, cwd, user, env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...config.env, ...env } };
}

/** Maps `/app/x` and `--import=/app/x` to this machine if the image has such a file. */
function hostPath(root: string, word: string): string {
  const [, option = '', path = ''] = /^(--[\w-]+=)?(\/.*)$/.exec(word) ?? [];
  return path !== '' && existsSync(join(root, path)) ? `${option}${join(root, path)}` : word;
}
