import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. Root starts it as `nobody`, which exists everywhere and owns nothing. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Returns the first temporary folder that `nobody` may enter: TMPDIR may point into root's home. */
export function publicTemporaryFolder(): string {
  const candidates = [tmpdir(), '/tmp', '/var/tmp'];
  return candidates.find((folder) => postgresUser() === undefined || mayOthersEnter(folder)) ?? tmpdir();
}

/** True when every user may enter the folder and all folders above it. */
export function mayOthersEnter(folder: string): boolean {
  const parent = dirname(folder);
  return hasOthersExecute(folder) && (parent === folder || mayOthersEnter(parent));
}

/** Returns the first folder on the path to `folder` that other users may not enter. */
export function closedFolderAbove(folder: string): string | undefined {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : closedFolderAbove(parent);
  return above ?? (hasOthersExecute(folder) ? undefined : folder);
}

function hasOthersExecute(folder: string): boolean {
  try {
    return (statSync(folder).mode & 0o001) !== 0;
  } catch {
    return false;
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
}
