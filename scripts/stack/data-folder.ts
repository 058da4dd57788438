import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { tryLock } from '../prepare/lock.mjs';
import { ROOT } from './clone.js';
import { type RunFolder, writeWhole } from './run-folder.js';
import { StackError } from './stack-error.js';

export interface DataFolder {
  /** undefined = no data outlives the run. */
  readonly path?: string | undefined;
  readonly secretsKey: string;
  release(): void;
}

/** Locks the folder of --data for this run, and reads or makes the key for the secrets in its database. */
export function claimDataFolder(path: string | undefined, run: RunFolder, callersKey: string | undefined): DataFolder {
  if (path === undefined) return { secretsKey: callersKey ?? keyOfRun(), release: () => undefined };
  makeFolder(path);
  const { release, holder } = tryLock(join(path, 'lock'), { run: run.path });
  if (release === undefined)
    throw new StackError(`${path} is in use by the stack of process ${holder.pid}: stop it, or choose another folder for --data`);
  return { path, secretsKey: callersKey ?? keptKey(join(path, 'secrets-key')), release };
}

/** Makes folders one by one: `recursive` loops for ever when a folder cannot be made although its parent exists, such as below /proc. */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  try {
    missing.forEach((folder) => mkdirSync(folder));
  } catch (error) {
    throw new StackError(`--data ${path} cannot be created: ${(error as Error).message}; choose a folder that you may write to`);
  }
  if (!statSync(path).isDirectory()) throw new StackError(`--data ${path} is a file, but a folder is needed: choose another path`);
  refuseUnwritable(path);
}

function refuseUnwritable(path: string): void {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch {
    throw new StackError(`--data ${path}: you may not write there; choose a folder that you may write to`);
  }
}

/** A database that outlives the run holds secrets that an earlier run sealed, so the clone keeps its key. */
function keyOfRun(): string {
  return process.env.DATABASE_URL ? keptKey(join(ROOT, '.cache', 'secrets-key')) : newKey();
}

function keptKey(file: string): string {
  if (!existsSync(file)) writeWhole(file, newKey());
  return readFileSync(file, 'utf8').trim();
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}
