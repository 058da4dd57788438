import type { Clock } from '#libs/config';
import type { OwnerLimit } from '../receivers/receiver.js';

/** By this much a second is longer here: POSTs that left evenly arrive a little unevenly. */
const JITTER_MS = 20;
/** Above this rate the pause between two POSTs is shorter than timers are exact, so late ones are made up for. */
const EXACT_PER_SECOND = 50;
/** Enough for a queue to go on while its overflow is fetched. */
const LEAST_ROOM = 16;

interface Limited extends OwnerLimit {
  /** By the steady clock. */
  nextAtMs: number;
}

export const NO_LIMIT: OwnerLimit = { maxPerSecond: null, maxInFlight: null };

const isLimited = ({ maxPerSecond, maxInFlight }: OwnerLimit): boolean => maxPerSecond !== null || maxInFlight !== null;

/** Limits that the owners of receivers have set. POSTs leave evenly, without bursts. */
export class OwnerLimits {
  private readonly limited = new Map<string, Limited>();
  private inFlightElsewhere: ReadonlyMap<string, number> = new Map();
  private timer: NodeJS.Timeout | undefined;
  private wakeAtMs = Infinity;

  /**
   * @param takenOverMs when this process got its partitions, by the steady clock: their former owners may have made a POST just before
   * @param onRetry called when a receiver may have another POST because time has passed
   */
  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly takenOverMs: () => number,
    private readonly onRetry: () => void,
  ) {}

  /** As configured now. */
  set(receiverId: string, limit: OwnerLimit): void {
    if (!isLimited(limit)) {
      this.limited.delete(receiverId);
      return;
    }
    const nowMs = this.clock.steadyMs();
    const known = this.limited.get(receiverId);
    // What was made up for is not forgiven: this is called again and again.
    const nextAtMs = known
      ? Math.min(known.nextAtMs, nowMs + intervalMs(limit) + catchUpMs(limit))
      : Math.max(nowMs, this.takenOverMs() + intervalMs(limit));
    this.limited.set(receiverId, { maxPerSecond: limit.maxPerSecond, maxInFlight: limit.maxInFlight, nextAtMs });
  }

  /** POSTs of former owners that may be in flight, by receiver. */
  setElsewhere(inFlight: ReadonlyMap<string, number>): void {
    this.inFlightElsewhere = inFlight;
    this.onRetry();
  }

  has(receiverId: string): boolean {
    return this.limited.has(receiverId);
  }

  /** Receivers with a limit of POSTs at once. */
  inFlightLimited(): string[] {
    return [...this.limited].flatMap(([receiverId, { maxInFlight }]) => (maxInFlight === null ? [] : [receiverId]));
  }

  /** How many of its attempts are worth having in memory: two seconds of them; Infinity = it has no limit. */
  room(receiverId: string): number {
    const { maxPerSecond, maxInFlight } = this.limited.get(receiverId) ?? NO_LIMIT;
    return Math.max(LEAST_ROOM, 2 * Math.min(maxPerSecond ?? Infinity, maxInFlight ?? Infinity));
  }

  /** Whether another POST to it may start. */
  mayStart(receiverId: string, inFlight: number): boolean {
    const limit = this.limited.get(receiverId);
    if (!limit) return true;
    if (inFlight + (this.inFlightElsewhere.get(receiverId) ?? 0) >= (limit.maxInFlight ?? Infinity)) return false; // its next end is heard of
    const waitMs = limit.nextAtMs - catchUpMs(limit) - this.clock.steadyMs();
    if (waitMs > 0) this.retryIn(waitMs);
    return waitMs <= 0;
  }

  started(receiverId: string): void {
    const limit = this.limited.get(receiverId);
    if (limit) limit.nextAtMs = Math.max(limit.nextAtMs, this.clock.steadyMs()) + intervalMs(limit);
  }

  /** Forgets receivers that nothing waits for, once their last POST is an interval ago. */
  tidy(isIdle: (receiverId: string) => boolean): void {
    const nowMs = this.clock.steadyMs();
    for (const [receiverId, { nextAtMs }] of this.limited) if (nextAtMs <= nowMs && isIdle(receiverId)) this.limited.delete(receiverId);
  }

  private retryIn(waitMs: number): void {
    const atMs = this.clock.steadyMs() + waitMs;
    if (atMs >= this.wakeAtMs) return;
    clearTimeout(this.timer);
    this.wakeAtMs = atMs;
    this.timer = setTimeout(() => {
      this.wakeAtMs = Infinity;
      this.onRetry();
    }, waitMs).unref();
  }
}

const intervalMs = ({ maxPerSecond }: OwnerLimit): number => (maxPerSecond === null ? 0 : (1000 + JITTER_MS) / maxPerSecond);

const catchUpMs = ({ maxPerSecond }: OwnerLimit): number => ((maxPerSecond ?? 0) > EXACT_PER_SECOND ? JITTER_MS : 0);
