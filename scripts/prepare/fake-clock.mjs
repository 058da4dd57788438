import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError } from './step.mjs';

const SETTINGS = {
  // Clocks move, and waits last as long as ever. Without these two, Java's waits return at once.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_FORCE_MONOTONIC_FIX: '0',
};

/** Names of the settings that give a process another clock; all processes of a run need the same. */
export const CLOCK_SETTINGS = ['LD_PRELOAD', 'FAKETIME', ...Object.keys(SETTINGS)];

/** @param at the moment, epoch ms, that the clock shows now @returns settings of a process and of all that it starts. @throws PrepareError without faketime */
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
