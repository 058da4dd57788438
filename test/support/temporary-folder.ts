import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
// environment.cjs removes them when all hooks of the file have run: its apps may read them until then.
Object.assign(globalThis, { temporaryFolders: folders });

/** @returns a new empty folder, which is removed after the test file */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-test-'));
  folders.push(folder);
  return folder;
}
