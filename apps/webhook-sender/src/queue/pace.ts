import type { OwnerLimit } from '../receivers/receiver.js';

/** By this much a second is longer here: POSTs that left evenly arrive a little unevenly. */
const JITTER_MS = 20;
/** Above this rate the pause between two POSTs is shorter than timers are exact, so late ones are made up for. */
const EXACT_PER_SECOND = 50;
/** Enough for a queue to go on while its rows are fetched. */
const LEAST_ROOM = 16;

/** Limits that the owner of one receiver has set. POSTs leave evenly, without bursts. Times are ms of the steady clock. */
export class Pace {
  private limit: OwnerLimit = NO_LIMIT;
  private nextAtMs = -Infinity;

  /** @param ownedSinceMs a former owner may have made a POST just before */
  constructor(private readonly ownedSinceMs: number) {}

  /** As configured now. */
  set(limit: OwnerLimit, nowMs: number): void {
    // It is called again and again: what was made up for is not forgiven.
    this.nextAtMs = this.isLimited
      ? Math.min(this.nextAtMs, nowMs + intervalMs(limit) + catchUpMs(limit))
      : Math.max(this.nextAtMs, this.ownedSinceMs + intervalMs(limit));
    this.limit = { maxPerSecond: limit.maxPerSecond, maxInFlight: limit.maxInFlight }; // not what comes with it: secrets would stay in memory
  }

  get isLimited(): boolean {
    return isLimited(this.limit);
  }

  /** There is a limit of POSTs at once. */
  get isInFlightLimited(): boolean {
    return this.limit.maxInFlight !== null;
  }

  /** How many attempts are worth having in memory: two seconds of them; Infinity = there is no limit. */
  get room(): number {
    const { maxPerSecond, maxInFlight } = this.limit;
    return Math.max(LEAST_ROOM, 2 * Math.min(maxPerSecond ?? Infinity, maxInFlight ?? Infinity));
  }

  /** When the next POST may start; Infinity = not before one ends. @param inFlight POSTs of all processes */
  startsAtMs(inFlight: number): number {
    if (inFlight >= (this.limit.maxInFlight ?? Infinity)) return Infinity;
    return this.nextAtMs - catchUpMs(this.limit);
  }

  started(nowMs: number): void {
    this.nextAtMs = Math.max(this.nextAtMs, nowMs) + intervalMs(this.limit);
  }

  /** The last POST is an interval ago: a new object would allow no more. */
  isForgettable(nowMs: number): boolean {
    return this.nextAtMs <= nowMs;
  }
}

export const NO_LIMIT: OwnerLimit = { maxPerSecond: null, maxInFlight: null };

const isLimited = ({ maxPerSecond, maxInFlight }: OwnerLimit): boolean => maxPerSecond !== null || maxInFlight !== null;

const intervalMs = ({ maxPerSecond }: OwnerLimit): number => (maxPerSecond === null ? 0 : (1000 + JITTER_MS) / maxPerSecond);

const catchUpMs = ({ maxPerSecond }: OwnerLimit): number => ((maxPerSecond ?? 0) > EXACT_PER_SECOND ? JITTER_MS : 0);
