import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError } from './step.mjs';

const SETTINGS = {
  // Only the clocks are faked; waits last as long as usual. Without these two settings, Java's waits return at once.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_FORCE_MONOTONIC_FIX: '0',
};

/** Settings that give a process another clock. All processes of a run need the same values. */
export const CLOCK_SETTINGS = ['LD_PRELOAD', 'FAKETIME', ...Object.keys(SETTINGS)];

/** @param at the time that the clock shows now, epoch ms @returns settings for a process and its children @throws PrepareError without faketime */
export function fakeClock(at) {
  const seconds = (at - Date.now()) / 1000;
  return { LD_PRELOAD: findLibrary(), FAKETIME: `${seconds < 0 ? '' : '+'}${seconds.toFixed(3)}s`, ...SETTINGS };
}

function findLibrary() {
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder));
  const candidates = folders.flatMap((folder) =>
    ['', ...readdirSync(folder)].map((name) => join(folder, name, 'faketime', 'libfaketimeMT.so.1')),
  );
  const library = candidates.find((file) => existsSync(file));
  if (library === undefined) throw new PrepareError('--at needs libfaketime (Debian: apt-get install faketime).');
  return library;
}
