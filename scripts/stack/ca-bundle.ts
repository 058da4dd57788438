import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunFolder, writeWhole } from './run-folder.js';
import { StackError } from './stack-error.js';

/** Reads the caller's EXTRA_CA_FILE early: otherwise a wrong path would appear much later as a failed delivery. */
export function readCallersCa(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StackError(`EXTRA_CA_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Writes the authorities of the demonstration and the caller into one file. The apps add it to the system's authorities. */
export function writeCaBundle(run: RunFolder, certificates: readonly (string | undefined)[]): string {
  const file = join(run.path, 'extra-ca.pem');
  writeWhole(file, certificates.filter((pem) => pem !== undefined).join('\n'));
  return file;
}
