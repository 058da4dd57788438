import type { OwnerLimit } from '../receivers/receiver.js';

/** A second is longer by this much here, because evenly sent POSTs arrive a little unevenly. */
const JITTER_MS = 20;
/** Above this rate the pause between two POSTs is shorter than the accuracy of timers, so late POSTs are made up for. */
const EXACT_PER_SECOND = 50;
/** Enough attempts for a queue to go on while its rows are fetched. */
const LEAST_ROOM = 16;

/** The limits that the owner of a receiver has set. POSTs start evenly, without bursts. Times are ms of the steady clock. */
export class Pace {
  private limit: OwnerLimit = NO_LIMIT;
  private nextAtMs = -Infinity;

  /** @param ownedSinceMs when this process got the receiver: a former owner may have made a POST just before */
  constructor(private readonly ownedSinceMs: number) {}

  /** Sets the limits as configured now. */
  set(limit: OwnerLimit, nowMs: number): void {
    // This is called again and again: keep the debt of POSTs that were made up for.
    this.nextAtMs = this.isLimited
      ? Math.min(this.nextAtMs, nowMs + intervalMs(limit) + catchUpMs(limit))
      : Math.max(this.nextAtMs, this.ownedSinceMs + intervalMs(limit));
    this.limit = { maxPerSecond: limit.maxPerSecond, maxInFlight: limit.maxInFlight }; // not the whole object: its secrets would stay in memory
  }

  get isLimited(): boolean {
    return isLimited(this.limit);
  }

  /** True when the owner limits the POSTs at once. */
  get isInFlightLimited(): boolean {
    return this.limit.maxInFlight !== null;
  }

  /** How many attempts are worth keeping in memory: two seconds of them; Infinity = no limit. */
  get room(): number {
    const { maxPerSecond, maxInFlight } = this.limit;
    return Math.max(LEAST_ROOM, 2 * Math.min(maxPerSecond ?? Infinity, maxInFlight ?? Infinity));
  }

  /**
   * Returns when the next POST may start; Infinity = not before a POST ends.
   * @param inFlight POSTs of all processes
   */
  startsAtMs(inFlight: number): number {
    if (inFlight >= (this.limit.maxInFlight ?? Infinity)) return Infinity;
    return this.nextAtMs - catchUpMs(this.limit);
  }

  started(nowMs: number): void {
    this.nextAtMs = Math.max(this.nextAtMs, nowMs) + intervalMs(this.limit);
  }

  /** True when the last POST is an interval ago: a new object would behave the same. */
  isForgettable(nowMs: number): boolean {
    return this.nextAtMs <= nowMs;
  }
}

export const NO_LIMIT: OwnerLimit = { maxPerSecond: null, maxInFlight: null };

const isLimited = ({ maxPerSecond, maxInFlight }: OwnerLimit): boolean => maxPerSecond !== null || maxInFlight !== null;

const intervalMs = ({ maxPerSecond }: OwnerLimit): number => (maxPerSecond === null ? 0 : (1000 + JITTER_MS) / maxPerSecond);

const catchUpMs = ({ maxPerSecond }: OwnerLimit): number => ((maxPerSecond ?? 0) > EXACT_PER_SECOND ? JITTER_MS : 0);
