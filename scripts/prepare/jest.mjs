import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

/** Arguments of Node that run jest; jest's own follow. */
export const JEST = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
];

/** Node keeps what it compiles here: a run starts hundreds of processes with the same code. */
const COMPILED_CODE = join(ROOT, '.cache', 'node-code');

/** @param args jest's own @param env settings beside those of this process @returns the process, which writes to this terminal */
export const startJest = (args, env = {}) =>
  spawn(process.execPath, [...JEST, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_CODE, ...env },
  });

/** @param args jest's own, which select test files @returns their paths */
export function listTests(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...JEST, ...args, '--listTests'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`jest could not list the tests:\n${stderr}`);
  return stdout.split('\n').filter((line) => line.startsWith(join(ROOT, '/')));
}

/** Kinds of tests that files and folders are looked for in. Not `long`, which run by name only, and not `image`, which takes minutes. */
export const USUAL = ['--selectProjects', 'unit', 'truth', 'fuzz', 'int', 'e2e'];
