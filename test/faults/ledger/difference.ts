/** Something that is not as it must be. */
export interface Difference {
  readonly what: string;
  readonly count: number;
  /** The first few, whole enough to be looked for. */
  readonly examples: readonly string[];
}

const SHOWN = 5;

/** One difference when there are any. */
export function differing(what: string, found: readonly string[]): Difference[] {
  return found.length === 0 ? [] : [{ what, count: found.length, examples: found.slice(0, SHOWN) }];
}
