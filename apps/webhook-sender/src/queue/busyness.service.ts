import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Clock } from '#libs/config';

/** Part of the time in which the event loop was at work: above it, this process is the slow one. */
const BUSY = 0.75;
const WINDOW_MS = 200;

/** Whether the event loop has hardly had a moment to spare since that look. */
export const wasBusySince = (look: EventLoopUtilization): boolean => performance.eventLoopUtilization(look).utilization > BUSY;

/** The same of late, for who asks often. */
export class Busyness {
  private last = performance.eventLoopUtilization();
  private lookedMs = -Infinity;
  private wasBusy = false;

  constructor(private readonly clock: Clock) {}

  /** As of the last look, which is renewed by who asks. */
  get isBusy(): boolean {
    const nowMs = this.clock.steadyMs();
    if (nowMs - this.lookedMs < WINDOW_MS) return this.wasBusy;
    this.wasBusy = wasBusySince(this.last);
    [this.last, this.lookedMs] = [performance.eventLoopUtilization(), nowMs];
    return this.wasBusy;
  }
}
