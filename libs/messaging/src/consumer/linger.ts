/** From this pace of messages on, a linger takes this many times as long as the call before it. */
interface Pace {
  readonly messagesPerMs: number;
  readonly lingers: number;
  readonly longestMs: number;
}

/** The first pace that is reached counts. Below all of them there is time for one call for each message. */
const PACES: readonly Pace[] = [
  { messagesPerMs: 0.4, lingers: 2, longestMs: 60 },
  { messagesPerMs: 0.1, lingers: 1, longestMs: 10 },
];
/** A call with this many messages costs little for each message. */
const MANY = 100;

/** A call that has ended. */
export interface Call {
  readonly messages: number;
  readonly tookMs: number;
  /** From the beginning of the previous call to the end of this call. */
  readonly cycleMs: number;
  /** Whether a partition has more messages than were fetched: a backlog fills the next call without a linger. */
  readonly hasMore: boolean;
}

/**
 * How long to wait after a call before the next messages are fetched, ms. Each call costs its requests and statements, however few messages it has: messages
 * that come during the linger share one call.
 */
export function lingerMs({ messages, tookMs, cycleMs, hasMore }: Call): number {
  if (hasMore || messages >= MANY) return 0;
  const pace = PACES.find(({ messagesPerMs }) => messages >= messagesPerMs * cycleMs);
  return pace ? Math.min(pace.longestMs, pace.lingers * tookMs) : 0;
}
