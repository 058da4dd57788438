/** A deviation from the expected state. */
export interface Difference {
  readonly what: string;
  readonly count: number;
  /** The first few examples, with enough detail to search for them. */
  readonly examples: readonly string[];
}

const SHOWN = 5;

/** Returns one difference if anything was found. */
export function differing(what: string, found: readonly string[]): Difference[] {
  return found.length === 0 ? [] : [{ what, count: found.length, examples: found.slice(0, SHOWN) }];
}
