// CPU profiles of the apps that `npm start` runs. `npm start` passes NODE_OPTIONS on to the apps, and profiles itself too.
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { APPS } from '../../scripts/stack/app-environment.js';

/** Node's own name for a profile: `CPU.<day>.<time>.<pid>.…`. */
const UNNAMED = /^CPU\.\d+\.\d+\.(\d+)\..*\.cpuprofile$/;

export const profilingOptions = (folder: string, callers = ''): string => `${callers} --cpu-prof --cpu-prof-dir=${folder}`.trim();

/** Names the profiles after their apps, which have ended, and removes those of other programs. Profiles of a second stack get a number. */
export function nameProfiles(folder: string, pids: Readonly<Record<string, number>>): void {
  const before = readdirSync(folder);
  for (const file of before) {
    const pid = Number(UNNAMED.exec(file)?.[1]);
    if (Number.isNaN(pid)) continue;
    const app = APPS.find((name) => pids[name] === pid);
    if (app === undefined) rmSync(join(folder, file));
    else renameSync(join(folder, file), join(folder, `${freeName(app, before)}.cpuprofile`));
  }
}

function freeName(app: string, files: readonly string[]): string {
  const earlier = files.filter((file) => file.startsWith(`${app}.`)).length;
  return earlier === 0 ? app : `${app}.${earlier + 1}`;
}
