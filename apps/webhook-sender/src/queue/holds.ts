import type { Clock } from '#libs/config';
import type { Hold } from '../attempt/retry-after.js';

/** A hold that ends so little later than a known one is no news. */
const NEWS_MS = 500;

/** A receiver that is held. */
export interface HeldReceiver {
  readonly receiverId: string;
  readonly account: number;
  readonly httpStatus: number | undefined;
  /** By the steady clock. */
  readonly untilMs: number;
}

/** Receivers that are left alone for a while: they have asked for it by `Retry-After`, or their server rests. */
export class Holds {
  private readonly held = new Map<string, HeldReceiver>();

  constructor(private readonly clock: Pick<Clock, 'steadyMs'>) {}

  /** @returns false when it is held for as long already */
  hold({ receiverId, account }: Pick<HeldReceiver, 'receiverId' | 'account'>, { forMs, httpStatus }: Hold): boolean {
    const untilMs = this.clock.steadyMs() + forMs;
    if (untilMs <= (this.held.get(receiverId)?.untilMs ?? -Infinity) + NEWS_MS) return false;
    this.held.set(receiverId, { receiverId, account, httpStatus, untilMs });
    return true;
  }

  isHeld(receiverId: string): boolean {
    const untilMs = this.held.get(receiverId)?.untilMs;
    if (untilMs === undefined) return false;
    if (untilMs > this.clock.steadyMs()) return true;
    this.held.delete(receiverId);
    return false;
  }

  /** Those that are held. */
  all(): HeldReceiver[] {
    return [...this.held.values()].filter(({ receiverId }) => this.isHeld(receiverId));
  }

  /** The receiver is deleted, disabled or another owner's: what it asked for is over here. */
  forget(receiverId: string): void {
    this.held.delete(receiverId);
  }

  keepOnly(isOwned: (receiverId: string) => boolean): void {
    for (const receiverId of this.held.keys()) if (!isOwned(receiverId)) this.held.delete(receiverId);
  }
}
