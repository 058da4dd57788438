import type { Clock } from '#libs/config';

/** One timer for all requested moments: the earliest counts. */
export class WakeUp {
  private timer: NodeJS.Timeout | undefined;
  private atMs = Infinity;

  /** @param wake called at each requested moment, or before */
  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly wake: () => void,
  ) {}

  /** @param atMs a moment of the steady clock; Infinity = never */
  at(atMs: number): void {
    if (atMs >= this.atMs) return;
    clearTimeout(this.timer);
    this.atMs = atMs;
    const inMs = Math.max(0, atMs - this.clock.steadyMs()); // the moment may have passed meanwhile, and Node warns about negative times
    this.timer = setTimeout(() => {
      this.atMs = Infinity;
      this.wake();
    }, inMs).unref();
  }
}
