import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunFolder, writeWhole } from './run-folder.js';
import { StackError } from './stack-error.js';

/** The caller's EXTRA_CA_FILE, read early: a wrong path must not show itself as a failed delivery much later. */
export function readCallersCa(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StackError(`EXTRA_CA_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The demonstration's authority and the caller's in one file; the apps add it to the system's. */
export function writeCaBundle(run: RunFolder, certificates: readonly (string | undefined)[]): string {
  const file = join(run.path, 'extra-ca.pem');
  writeWhole(file, certificates.filter((pem) => pem !== undefined).join('\n'));
  return file;
}
