// Installs and starts the examples as their READMEs say, with the packages of this clone instead of published packages.
import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../../scripts/stack/child.js';
import { ROOT } from '../../scripts/stack/clone.js';
import { testStack } from '../support/test-stack.js';

const run = promisify(execFile);
const PLACE = join(ROOT, '.cache', 'examples');
const SYMFONY = '/usr/share/php/Symfony/Component/HttpFoundation/autoload.php';

/** This Node comes first, also for `npm`. */
const ENV = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, NO_COLOR: '1' };

type Language = 'node' | 'python' | 'php' | 'java';

interface Need {
  /** A command that succeeds on a machine that can run the examples. */
  readonly probe: readonly [program: string, ...args: string[]];
  readonly what: string;
}

const NEEDS: Readonly<Record<Language, Need>> = {
  node: { probe: ['npm', '--version'], what: 'npm' },
  python: { probe: ['python3', '-c', 'import pip, sqlite3, ssl, sys; assert sys.version_info >= (3, 10)'], what: 'Python 3.10 with pip' },
  php: {
    probe: ['php', '-r', `exit(extension_loaded('pdo_sqlite') && is_file('${SYMFONY}') ? 0 : 1);`],
    what: 'PHP with php-sqlite3 and php-symfony-http-foundation of Debian',
  },
  java: { probe: ['sh', '-c', 'javac --release 17 -version && mvn --version'], what: 'JDK 17 with Maven' },
};

const languageOf = (example: string): Language => {
  if (/fastapi|python/.test(example)) return 'python';
  if (/symfony/.test(example)) return 'php';
  return /java/.test(example) ? 'java' : 'node';
};

const lacking = new Map<Language, string | undefined>();

/** @returns what this machine lacks to run the example; undefined = nothing */
export function lackFor(example: string): string | undefined {
  const language = languageOf(example);
  if (!lacking.has(language)) lacking.set(language, isMet(NEEDS[language]) ? undefined : NEEDS[language].what);
  return lacking.get(language);
}

const isMet = ({ probe: [program, ...args] }: Need): boolean => spawnSync(program, args, { env: ENV }).status === 0;

export interface Installed {
  readonly folder: string;
  /** Starts the program. Each name and value of `replaced` is replaced in the command, which is that of the README. */
  readonly start: (env: Readonly<Record<string, string>>, replaced?: Readonly<Record<string, string>>) => Child;
}

const children: Child[] = [];
const folders: string[] = [];

/** Copies the example and installs what it needs. */
export async function install(example: string): Promise<Installed> {
  const folder = join(PLACE, `${example}-${randomBytes(4).toString('hex')}`);
  folders.push(folder);
  const isSource = (path: string): boolean => !/^(?:node_modules|dist|target|vendor|\.venv|.*\.db)$/.test(basename(path));
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true, filter: isSource });
  const env = await INSTALLERS[languageOf(example)](folder);
  return { folder, start: (own, replaced = {}) => start(example, { folder, env: { ...ENV, ...env, ...own }, replaced }) };
}

/** Ends what was started, and removes what was installed. */
export async function removeExamples(): Promise<void> {
  for (const child of children) endGroup(child);
  await Promise.all(children.map(({ exited }) => exited));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** npm starts a shell, and the shell starts the program: all of them are one group. */
function endGroup(child: Child): void {
  try {
    if (!child.hasExited()) process.kill(-child.pid, 'SIGTERM');
  } catch {
    // ended at this moment
  }
}

interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly replaced: Readonly<Record<string, string>>;
}

function start(example: string, { folder, env, replaced }: Place): Child {
  const command = Object.entries(replaced).reduce((text, [name, value]) => text.replace(name, value), commandOf(example));
  const child = startChild(testStack().run, {
    name: `${basename(folder)}-${children.length}`, // a log file of its own
    command: 'sh',
    args: ['-c', `exec ${command}`],
    stage: 'app',
    stopSignal: 'SIGTERM',
    env,
    cwd: folder,
  });
  children.push(child);
  return child;
}

/** @returns the last step of the README's command, without the settings before it */
function commandOf(example: string): string {
  const readme = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8');
  const [, command] = /^```sh\n(.+)\n```$/m.exec(readme) ?? [];
  if (command === undefined) throw new Error(`examples/${example}/README.md has no block of one command`);
  const last = command.split(' && ').at(-1) ?? '';
  return last.replace(/^(?:[A-Z_]+=\S* )*/, '').replace('.venv/bin/python', 'python3');
}

/** Each installs into a copy of an example, and returns further settings of its environment. */
const INSTALLERS: Readonly<Record<Language, (folder: string) => Promise<Readonly<Record<string, string>>>>> = {
  node: installNode,
  python: installPython,
  php: installPhp,
  java: () => Promise.resolve({}),
};

let tarballs: Promise<readonly string[]> | undefined;

async function installNode(folder: string): Promise<Readonly<Record<string, string>>> {
  tarballs ??= run('npm', ['run', '--silent', 'pack', '--', 'node'], { cwd: ROOT, env: ENV }).then(
    ({ stdout }) => stdout.match(/^.+\.tgz$/gm) ?? [],
  );
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const ours = (await tarballs).filter((path) => manifest.includes(/parcel-webhooks-[a-z]+/.exec(basename(path))?.[0] ?? path));
  await run('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund', '--prefer-offline', ...ours], { cwd: folder, env: ENV });
  return {};
}

/** Installs once for each list of requirements, because the packages are large. */
async function installPython(folder: string): Promise<Readonly<Record<string, string>>> {
  const lines = readFileSync(join(folder, 'requirements.txt'), 'utf8').split('\n');
  const foreign = lines.filter((line) => line !== '' && !line.includes('parcel-webhooks-receiver'));
  const packages = join(PLACE, `python-${createHash('sha256').update(foreign.join()).digest('hex').slice(0, 12)}`);
  if (!existsSync(packages)) {
    const unfinished = `${packages}-${randomBytes(4).toString('hex')}`;
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', unfinished, ...foreign], { env: ENV });
    renameSync(unfinished, packages);
  }
  return { PYTHONPATH: `${packages}:${join(ROOT, 'packages/receiver-python/src')}`, PYTHONDONTWRITEBYTECODE: '1' };
}

/** Composer's autoloader, with the packages of the system. */
async function installPhp(folder: string): Promise<Readonly<Record<string, string>>> {
  mkdirSync(join(folder, 'vendor'));
  const source = join(ROOT, 'packages/receiver-php/src');
  const autoload = `<?php
require '${SYMFONY}';
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'ParcelWebhooks\\\\')) {
        require '${source}/' . substr($class, strlen('ParcelWebhooks\\\\')) . '.php';
    }
});
`;
  writeFileSync(join(folder, 'vendor', 'autoload.php'), autoload);
  return Promise.resolve({});
}
