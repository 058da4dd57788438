import { isDeepStrictEqual, types } from 'node:util';

/** Something of ours that reads what strangers write. */
export interface Target {
  readonly name: string;
  readonly what: string;
  /** Well-formed inputs to begin with, and those that once broke something. */
  readonly seeds: readonly (string | Buffer)[];
  /** Words of its grammar, put anywhere into an input. */
  readonly words?: readonly string[];
  /** Reads one input. @throws whatever shows that a promise is broken: an error that was not declared, or a property that does not hold */
  readonly check: (input: Buffer) => void | Promise<void>;
}

/** @throws Error naming what should hold */
export function hold(fact: boolean, promise: string): asserts fact {
  if (!fact) throw new Error(`does not hold: ${promise}`);
}

/** The same input gives the same answer twice. @returns the answer */
export function twice<T>(read: () => T): T {
  const answer = read();
  hold(isDeepStrictEqual(read(), answer), 'the same input gives the same answer');
  return answer;
}

/** What `read` answers, or the fault that it has declared; anything else that is thrown goes on. */
export function orFault<T>(read: () => T, isDeclared: (error: Error) => boolean): T | Error {
  try {
    return read();
  } catch (error) {
    // Node's own errors are none of jest's `Error`.
    if (types.isNativeError(error) && isDeclared(error)) return error;
    throw error;
  }
}

/** Text that stands on one line of a terminal, a log or a header. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);
