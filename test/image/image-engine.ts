// Builds the image with a container engine of this machine.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { BuiltImage, ImageConfig } from './image.js';
import { must } from './must.js';

const TAG = 'localhost/parcel-event-webhooks:test';
const BASE = 'docker.io/library/node:24-slim';

interface EngineConfig {
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly User: string;
  readonly ExposedPorts: Readonly<Record<string, object>>;
}

/** @returns undefined if Docker does not answer */
export async function buildByDocker(root: string): Promise<BuiltImage | undefined> {
  if (!(await answers('docker', ['info']))) return undefined;
  await must('docker', ['build', '--network', 'host', '-t', TAG, root]);
  const config = toConfig(JSON.parse(await must('docker', ['image', 'inspect', '--format', '{{json .Config}}', TAG])) as EngineConfig);
  const hardened = ['--network', 'host', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
  return {
    builtBy: 'docker',
    config,
    command: (args, env) => {
      const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
      const mounts = filesIn(args, env).flatMap((file) => ['--volume', `${file}:${file}:ro`]);
      return { command: 'docker', args: ['run', '--rm', ...hardened, ...settings, ...mounts, TAG, ...args], env: process.env, cwd: root };
    },
    remove: () => undefined,
  };
}

/** @returns undefined without buildah, or if no image store has the base image: this function downloads none */
export async function buildByBuildah(root: string): Promise<BuiltImage | undefined> {
  const store = await findStore();
  if (store === undefined) return undefined;
  // A mount namespace ensures that no mount of the store outlives the command.
  const buildah = (...args: string[]): Promise<string> => must('unshare', ['--mount', 'buildah', ...store, ...args]);
  await buildah('bud', '--isolation', 'chroot', '--network', 'host', '--pull=never', '--format', 'docker', '-t', TAG, root);
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', TAG)) as { Docker: { config: EngineConfig } };
  const config = toConfig(Docker.config);
  const container = (await buildah('from', '--pull-never', TAG)).trim();
  return {
    builtBy: 'buildah',
    config,
    command: (args, env) => ({
      command: 'unshare',
      args: [
        '--mount',
        'sh',
        '-ec',
        ENTER,
        `buildah ${store.join(' ')}`,
        container,
        config.user,
        ...filesIn(args, env),
        '--',
        ...config.entrypoint,
        ...args,
      ],
      env: { ...config.env, ...env },
      cwd: '/',
    }),
    remove: () => void must('unshare', ['--mount', 'buildah', ...store, 'rm', container]),
  };
}

/**
 * Runs the image's command. Arguments: $0 buildah with its store, $1 container, $2 user, then files to mount, `--`, and the
 * command. Each `exec` keeps the process, so SIGTERM reaches Node.
 */
const ENTER = `
  root=$($0 mount "$1"); user=$2; shift 2
  mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"; mount -t tmpfs tmp "$root/tmp"
  while [ "$1" != -- ]; do mkdir -p "$root$(dirname "$1")"; touch "$root$1"; mount --bind "$1" "$root$1"; shift; done; shift
  exec chroot --userspec="$user" "$root" env -C /app "$@"
`;

/** Returns the files of this machine that settings and options name: the container must have them, too. */
const filesIn = (args: readonly string[], env: Readonly<Record<string, string>>): string[] =>
  [...args.map((word) => word.replace(/^--[\w-]+=/, '')), ...Object.values(env)].filter((path) => path.startsWith('/') && existsSync(path));

/** Returns the image store of this user, or the image store of the cluster kit. */
async function findStore(): Promise<string[] | undefined> {
  const kit = process.env['CLUSTER_KIT_HOME'] ?? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'cluster-kit');
  const kits = ['--root', join(kit, 'images'), '--runroot', join(kit, 'images-run')];
  for (const store of [[], ...(existsSync(join(kit, 'images')) ? [kits] : [])])
    if (await answers('unshare', ['--mount', 'buildah', ...store, 'inspect', '--type', 'image', BASE])) return store;
  return undefined;
}

function answers(command: string, args: readonly string[]): Promise<boolean> {
  return must(command, args).then(
    () => true,
    () => false,
  );
}

function toConfig({ Entrypoint, Cmd, Env, User, ExposedPorts }: EngineConfig): ImageConfig {
  const variables = Env.map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return {
    entrypoint: Entrypoint,
    cmd: Cmd,
    env: Object.fromEntries(variables),
    user: User,
    ports: Object.keys(ExposedPorts).map((port) => Number(port.split('/')[0])),
  };
}
