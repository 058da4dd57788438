import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface WaitOptions {
  readonly timeoutMs?: number;
  /** Pause between two looks. By default the pause grows with the wait, from 25 to 100 ms, because looks cost processor time too. */
  readonly everyMs?: number;
  /** The expected fact in words, for the message of a time-out. */
  readonly what?: string;
}

/** Below `testTimeout` of jest.config.js. */
export const HANGS_AFTER_MS = 240_000;

/**
 * Polls a fact until it is there (anything but undefined, null and false) and returns it. A fact that throws is not there yet. After
 * `timeoutMs` it throws, naming the missing fact and the last value seen. The limit only detects hanging tests; the default is below jest's
 * own limit, whose message would not name the fact. Tests wait for facts, never for time to pass.
 */
export async function waitFor<T>(fact: () => T | Promise<T>, options: WaitOptions = {}): Promise<NonNullable<Exclude<T, false>>> {
  const { timeoutMs = HANGS_AFTER_MS, everyMs } = options;
  const beganAt = performance.now(); // The wall clock may be changed.
  for (;;) {
    const seen = await look(fact);
    if ('value' in seen && isThere(seen.value)) return seen.value;
    const waitedMs = performance.now() - beganAt;
    if (waitedMs > timeoutMs) throw timedOut(options.what ?? fact.toString(), timeoutMs, seen);
    await pause(everyMs ?? pauseAfter(waitedMs));
  }
}

const pauseAfter = (waitedMs: number): number => Math.min(100, Math.max(25, waitedMs / 20));

/** Repeats expectations until none throws. */
export async function eventually(expectations: () => void | Promise<void>, options: WaitOptions = {}): Promise<void> {
  const hold = async (): Promise<true> => {
    await expectations();
    return true;
  };
  await waitFor(hold, { what: 'the expectations', ...options });
}

type Seen<T> = { readonly value: T } | { readonly error: unknown };

async function look<T>(fact: () => T | Promise<T>): Promise<Seen<T>> {
  try {
    return { value: await fact() };
  } catch (error) {
    return { error };
  }
}

function isThere<T>(value: T): value is NonNullable<Exclude<T, false>> {
  return value !== undefined && value !== null && value !== false;
}

function timedOut(what: string, timeoutMs: number, seen: Seen<unknown>): Error {
  const last =
    'error' in seen
      ? `the error: ${seen.error instanceof Error ? seen.error.message : inspect(seen.error)}`
      : inspect(seen.value, { depth: 4 });
  return new Error(`waited ${timeoutMs} ms for ${what}, which did not come\nseen last: ${last}`);
}
