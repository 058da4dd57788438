import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testStack } from './test-stack.js';

export interface SettableClock {
  /** For the app whose wall clock it is to be. */
  readonly env: Readonly<Record<string, string>>;
  /** By so much it is ahead from the app's next look on, ms. */
  readonly set: (offsetMs: number) => void;
}

/** A wall clock that can go wrong while its app runs (settable-clock.mjs). */
export function settableClock(offsetMs = 0): SettableClock {
  const file = join(testStack().run.path, `clock-${randomUUID()}`);
  const set = (ms: number): void => writeFileSync(file, String(ms));
  set(offsetMs);
  const preload = new URL('./settable-clock.mjs', `file://${import.meta.dirname}/`).href;
  return { env: { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: file }, set };
}
