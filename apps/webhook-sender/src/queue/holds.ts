import type { Clock } from '#libs/config';

/** A hold that ends so little later than a known one is no news. */
const NEWS_MS = 500;

/** Receivers that have asked by `Retry-After` to be left alone, as far as this instance knows; table delivery_backlog_lease tells all. */
export class Holds {
  /** By the steady clock. */
  private readonly untilMs = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'steadyMs'>) {}

  /** @returns false when it is held for as long already */
  hold(receiverId: string, forMs: number): boolean {
    const untilMs = this.clock.steadyMs() + forMs;
    if (untilMs <= (this.untilMs.get(receiverId) ?? -Infinity) + NEWS_MS) return false;
    this.untilMs.set(receiverId, untilMs);
    return true;
  }

  isHeld(receiverId: string): boolean {
    const untilMs = this.untilMs.get(receiverId);
    if (untilMs === undefined) return false;
    if (untilMs > this.clock.steadyMs()) return true;
    this.untilMs.delete(receiverId);
    return false;
  }

  /** The receiver is deleted or disabled: what it asked for is over. */
  forget(receiverId: string): void {
    this.untilMs.delete(receiverId);
  }
}
