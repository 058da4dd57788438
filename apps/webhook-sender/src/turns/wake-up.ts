import type { Clock } from '#libs/config';

/** One timer for all who wait for a moment: the earliest counts. */
export class WakeUp {
  private timer: NodeJS.Timeout | undefined;
  private atMs = Infinity;

  /** @param wake called at each moment that was asked for, or before */
  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly wake: () => void,
  ) {}

  /** @param atMs by the steady clock; Infinity = never */
  at(atMs: number): void {
    if (atMs >= this.atMs) return;
    clearTimeout(this.timer);
    this.atMs = atMs;
    const inMs = Math.max(0, atMs - this.clock.steadyMs()); // time has passed since it was asked: Node warns of a negative one
    this.timer = setTimeout(() => {
      this.atMs = Infinity;
      this.wake();
    }, inMs).unref();
  }
}
