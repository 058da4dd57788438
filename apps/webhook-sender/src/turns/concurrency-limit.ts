import { performance } from 'node:perf_hooks';
import type { Clock } from '#libs/config';

/**
 * Above this utilization the event loop counts as busy: this process is the bottleneck, and more concurrent POSTs only cost sockets and
 * memory.
 */
const BUSY_UTILIZATION = 0.75;
const WINDOW_MS = 200;
/** A POST that takes longer waits for its receiver and no longer counts: hanging receivers keep no POST from starting. */
const FRESH_MS = 100;
/** Enough POSTs to keep a busy process busy all the time. */
const MOST_FRESH = 64;
/**
 * More connections to a receiver would be idle after a burst. A receiver with much traffic has more waiting attempts and gets more
 * connections.
 */
const MOST_FRESH_OF_RECEIVER = 2;
const FRESH_PER_WAITING = 1 / 4;

/** A receiver of POSTs. */
interface Target {
  /** Fresh POSTs to this receiver. */
  fresh: number;
  /** Attempts that wait in memory for this receiver. */
  readonly waiting: number;
}

interface Post {
  readonly target: Target;
  readonly startedMs: number;
}

/**
 * Limits concurrent POSTs while the event loop is busy. Then at most 64 POSTs are fresh (unanswered and started within the last 100 ms),
 * and per receiver at most 2, or a quarter of its waiting attempts. While the event loop has time to spare, only the permits limit.
 */
export class ConcurrencyLimit {
  /** Oldest first. */
  private readonly fresh = new Set<Post>();
  private retryTimer: NodeJS.Timeout | undefined;

  /**
   * @param onRetry called 100 ms after the limit was reached: hanging POSTs are no longer fresh then
   * @param isBusy whether the event loop is busy; measured by default
   */
  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly onRetry: () => void,
    private readonly isBusy: () => boolean = monitorEventLoop(clock),
  ) {}

  /** @returns a function to call when the POST has ended */
  begin(target: Target): () => void {
    const post = { target, startedMs: this.clock.steadyMs() };
    this.fresh.add(post);
    target.fresh += 1;
    return () => this.forget(post);
  }

  /** Returns true when another POST may start, to any receiver. */
  mayStart(): boolean {
    return !this.isBusy() || this.countFresh() < MOST_FRESH || this.retryLater();
  }

  /** Returns true when another POST to this receiver may start. */
  mayStartFor(target: Target): boolean {
    if (!this.isBusy()) return true;
    this.countFresh();
    return target.fresh < Math.max(MOST_FRESH_OF_RECEIVER, target.waiting * FRESH_PER_WAITING) || this.retryLater();
  }

  private countFresh(): number {
    const nowMs = this.clock.steadyMs();
    for (const post of this.fresh) {
      if (nowMs - post.startedMs <= FRESH_MS) break;
      this.forget(post);
    }
    return this.fresh.size;
  }

  private forget(post: Post): void {
    if (this.fresh.delete(post)) post.target.fresh -= 1;
  }

  private retryLater(): false {
    this.retryTimer ??= setTimeout(() => {
      this.retryTimer = undefined;
      this.onRetry();
    }, FRESH_MS);
    return false;
  }
}

/** @returns whether the event loop was busy in the latest window of 200 ms */
function monitorEventLoop(clock: Pick<Clock, 'steadyMs'>): () => boolean {
  let start = performance.eventLoopUtilization();
  let measuredMs = -Infinity;
  let isBusy = false;
  return () => {
    const nowMs = clock.steadyMs();
    if (nowMs - measuredMs < WINDOW_MS) return isBusy;
    isBusy = performance.eventLoopUtilization(start).utilization > BUSY_UTILIZATION;
    [start, measuredMs] = [performance.eventLoopUtilization(), nowMs];
    return isBusy;
  };
}
