import { isDeepStrictEqual, types } from 'node:util';

/** Code of the service that reads untrusted input. */
export interface Target {
  readonly name: string;
  readonly what: string;
  /** Well-formed inputs to start from, and inputs that once broke something. */
  readonly seeds: readonly (string | Buffer)[];
  /** Words of the input's grammar, inserted anywhere. */
  readonly words?: readonly string[];
  /** Reads one input. @throws when a promise is broken: an undeclared error, or a property that does not hold */
  readonly check: (input: Buffer) => void | Promise<void>;
}

/** @throws Error that names the broken promise */
export function hold(fact: boolean, promise: string): asserts fact {
  if (!fact) throw new Error(`does not hold: ${promise}`);
}

/** Checks that the same input gives the same answer twice. @returns the answer */
export function twice<T>(read: () => T): T {
  const answer = read();
  hold(isDeepStrictEqual(read(), answer), 'the same input gives the same answer');
  return answer;
}

/** Returns the answer of `read` or its declared error; every other error is rethrown. */
export function orFault<T>(read: () => T, isDeclared: (error: Error) => boolean): T | Error {
  try {
    return read();
  } catch (error) {
    // Errors from Node's own code are not instances of the `Error` that jest provides.
    if (types.isNativeError(error) && isDeclared(error)) return error;
    throw error;
  }
}

/** Tells whether the text fits on one line of a terminal, a log or a header. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);
