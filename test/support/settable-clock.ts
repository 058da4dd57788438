import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testStack } from './test-stack.js';

export interface SettableClock {
  /** The environment for the app whose clock is to be shifted. */
  readonly env: Readonly<Record<string, string>>;
  /** Shifts the wall clock by this many ms, from the app's next read of the file. */
  readonly set: (offsetMs: number) => void;
}

/** A wall clock that tests can shift while its app runs (settable-clock.mjs). */
export function settableClock(offsetMs = 0): SettableClock {
  const file = join(testStack().run.path, `clock-${randomUUID()}`);
  const set = (ms: number): void => writeFileSync(file, String(ms));
  set(offsetMs);
  const preload = new URL('./settable-clock.mjs', `file://${import.meta.dirname}/`).href;
  return { env: { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: file }, set };
}
