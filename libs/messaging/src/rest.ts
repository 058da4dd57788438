/** Messages per ms: where fewer come there is time enough for a call for each. */
const LIVELY = 0.4;
/** A rest is so many times as long as the call before it. */
const RESTS = 2;
/** No message waits longer for one. */
const LONGEST_REST_MS = 60;
/** So many are cheap enough each. */
const MANY = 100;

/** A call that has ended. */
export interface Call {
  readonly messages: number;
  readonly tookMs: number;
  /** From the beginning of the call before it to its end. */
  readonly cycleMs: number;
  /** Whether a partition has more than what was fetched of it: a backlog, which no rest makes the next call larger for. */
  readonly hasMore: boolean;
}

/**
 * How long to wait after a call before the next messages are asked for, ms. A call costs its requests and statements whatever is in it: where many
 * messages come, those that come during the rest share what would else be a call for each few (docs/performance.md).
 */
export function restMs({ messages, tookMs, cycleMs, hasMore }: Call): number {
  return hasMore || messages >= MANY || messages < LIVELY * cycleMs ? 0 : Math.min(LONGEST_REST_MS, RESTS * tookMs);
}
