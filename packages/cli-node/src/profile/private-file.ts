import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { usageError } from '../cli-error.js';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Replaces a file as a whole. Only its owner may read it. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(draft, text, { mode: OWNER_ONLY, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** @returns undefined when there is no such file @throws CliError when others may read the file */
export function readPrivateFile(path: string): string | undefined {
  try {
    // Windows has no such mode: the user's folder is private there.
    if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) {
      throw usageError(`Other users of this machine may read ${path}. Run: chmod 600 ${path}, and replace the token if they may have.`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws CliError when a file cannot be written there. A secret that is shown once must not find that out too late. */
export function mustBeWritable(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
    writePrivateFile(`${path}.trial`, '');
    rmSync(`${path}.trial`);
  } catch (error) {
    throw usageError(`${path} cannot be written: ${(error as Error).message}`);
  }
}
