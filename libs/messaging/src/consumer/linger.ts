/** Where so many messages a ms come, the linger is so many times as long as the call before it; no message waits longer for one. */
interface Pace {
  readonly messagesPerMs: number;
  readonly lingers: number;
  readonly longestMs: number;
}

/** The first that applies counts; below all of them there is time enough for a call for each message. */
const PACES: readonly Pace[] = [
  { messagesPerMs: 0.4, lingers: 2, longestMs: 60 },
  { messagesPerMs: 0.1, lingers: 1, longestMs: 10 },
];
/** So many are cheap enough each. */
const MANY = 100;

/** A call that has ended. */
export interface Call {
  readonly messages: number;
  readonly tookMs: number;
  /** From the beginning of the call before it to its end. */
  readonly cycleMs: number;
  /** Whether a partition has more than what was fetched of it: a backlog, which no linger makes the next call larger for. */
  readonly hasMore: boolean;
}

/**
 * How long to wait after a call before the next messages are asked for, ms. A call costs its requests and statements whatever is in it: where many
 * messages come, those that come during the linger share what would else be a call for each few.
 */
export function lingerMs({ messages, tookMs, cycleMs, hasMore }: Call): number {
  if (hasMore || messages >= MANY) return 0;
  const pace = PACES.find(({ messagesPerMs }) => messages >= messagesPerMs * cycleMs);
  return pace ? Math.min(pace.longestMs, pace.lingers * tookMs) : 0;
}
