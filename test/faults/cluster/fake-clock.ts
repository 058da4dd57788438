import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFolder } from '../../../scripts/stack/run-folder.js';

/** Path where distributions install the variant for multi-threaded processes. A clock that jumps for a single process needs it. */
const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/lib64']
  .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => existsSync(path));

export const noFakeClock: string | undefined =
  LIBRARY === undefined ? 'libfaketime is not installed (Debian: package libfaketime)' : undefined;

/** A file of this instance that says how far its clock is off. */
export const clockFile = (run: RunFolder, app: string, instance: number): string => join(run.path, `clock-${app}-${instance}`);

/** Environment of an app whose clock can jump. Without the library the clock stays right. */
export function fakeClockEnv(file: string): Record<string, string> {
  if (LIBRARY === undefined) return {};
  setClock(file, 0);
  return { LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** Sets the offset of the clock. It takes effect within a second. */
export function setClock(file: string, seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
}
