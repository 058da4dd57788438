import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

/** Arguments of Node that run jest. jest's own arguments follow. */
export const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
];

/** Node's compile cache: a run starts hundreds of processes with the same code. */
const COMPILED_CODE = join(ROOT, '.cache', 'node-code');

/** @param args jest's arguments @param env additional settings @returns the process, which writes to this terminal */
export const startJest = (args, env = {}) =>
  spawn(process.execPath, [...JEST, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_CODE, ...env },
  });

/** @param args jest's arguments that select test files @returns the paths of these files */
export function listTests(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...JEST, ...args, '--listTests'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`jest could not list the tests:\n${stderr}`);
  return stdout.split('\n').filter((line) => line.startsWith(join(ROOT, '/')));
}

/** The kinds of tests among which files and folders are searched. `long` and `site` run only by name, and `image` takes minutes. */
export const USUAL = ['--selectProjects', 'unit', 'truth', 'packages', 'fuzz', 'int', 'e2e'];
