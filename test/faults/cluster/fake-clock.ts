import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFolder } from '../../../scripts/stack/run-folder.js';

/** Where distributions put the one for processes of several threads; a clock that jumps for one process alone needs it. */
const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/lib64']
  .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => existsSync(path));

export const noFakeClock: string | undefined =
  LIBRARY === undefined ? 'libfaketime is not installed (Debian: package libfaketime)' : undefined;

/** A file of this instance alone that says how far its clock is off. */
export const clockFile = (run: RunFolder, app: string, instance: number): string => join(run.path, `clock-${app}-${instance}`);

/** For an app that is to be deceived. Without the library the clock is right. */
export function fakeClockEnv(file: string): Record<string, string> {
  if (LIBRARY === undefined) return {};
  setClock(file, 0);
  return { LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** From a second later on the clock is off by so much. */
export function setClock(file: string, seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
}
