import type { Clock } from '#libs/config';

/** How hard its owner lets a receiver be hit, all instances together; null = the owner sets no limit. */
export interface OwnerLimit {
  readonly maxPerSecond: number | null;
  readonly maxInFlight: number | null;
}

/** By this much a second is longer here: POSTs that left evenly arrive a little unevenly. */
const JITTER_MS = 20;
/** Above this rate the pause between two POSTs is shorter than timers are exact, so late ones are made up for. */
const EXACT_PER_SECOND = 50;
/** Enough for a queue to go on while its backlog is fetched. */
const LEAST_ROOM = 16;

interface Limited extends OwnerLimit {
  /** By the steady clock. */
  nextAtMs: number;
}

export const NO_LIMIT: OwnerLimit = { maxPerSecond: null, maxInFlight: null };

const isLimited = ({ maxPerSecond, maxInFlight }: OwnerLimit): boolean => maxPerSecond !== null || maxInFlight !== null;

/**
 * Limits of the receivers that this instance drains. All attempts of a limited receiver go by table `delivery_backlog`, and one instance has
 * the lease: what holds here holds for all instances. POSTs leave evenly, without bursts.
 */
export class OwnerLimits {
  private readonly limited = new Map<string, Limited>();
  private timer: NodeJS.Timeout | undefined;
  private wakeAtMs = Infinity;

  /** @param onRetry called when a receiver may have another POST because time has passed */
  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly onRetry: () => void,
  ) {}

  /** As configured now. The first POST comes an interval later: another instance may have made one just before. */
  set(receiverId: string, limit: OwnerLimit): void {
    if (!isLimited(limit)) {
      this.limited.delete(receiverId);
      return;
    }
    const latestMs = this.clock.steadyMs() + intervalMs(limit);
    const known = this.limited.get(receiverId);
    // What was made up for is not forgiven: this is called with each look at the table.
    const nextAtMs = known ? Math.min(known.nextAtMs, latestMs + catchUpMs(limit)) : latestMs;
    this.limited.set(receiverId, { maxPerSecond: limit.maxPerSecond, maxInFlight: limit.maxInFlight, nextAtMs });
  }

  has(receiverId: string): boolean {
    return this.limited.has(receiverId);
  }

  /** How many of its attempts are worth reading from the table: two seconds of them; Infinity = it has no limit. */
  room(receiverId: string): number {
    const { maxPerSecond, maxInFlight } = this.limited.get(receiverId) ?? NO_LIMIT;
    return Math.max(LEAST_ROOM, 2 * Math.min(maxPerSecond ?? Infinity, maxInFlight ?? Infinity));
  }

  /** Whether another POST to it may start. */
  mayStart(receiverId: string, inFlight: number): boolean {
    const limit = this.limited.get(receiverId);
    if (!limit) return true;
    if (inFlight >= (limit.maxInFlight ?? Infinity)) return false; // its next end is heard of
    const waitMs = limit.nextAtMs - catchUpMs(limit) - this.clock.steadyMs();
    if (waitMs > 0) this.retryIn(waitMs);
    return waitMs <= 0;
  }

  started(receiverId: string): void {
    const limit = this.limited.get(receiverId);
    if (limit) limit.nextAtMs = Math.max(limit.nextAtMs, this.clock.steadyMs()) + intervalMs(limit);
  }

  /** Forgets those that other instances drain. */
  tidy(isDrainedHere: (receiverId: string) => boolean): void {
    for (const receiverId of this.limited.keys()) if (!isDrainedHere(receiverId)) this.limited.delete(receiverId);
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
