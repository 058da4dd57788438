import type { Clock } from '#libs/config';
import type { Membership } from './membership.js';

/** The state that the watchdog watches, and whom it tells. */
export interface Watched {
  readonly sessionMs: number;
  readonly stuckAfterMs: number;
  /** How long the oldest call of a handler has run. */
  readonly longestCallMs: () => number;
  readonly membership: Pick<Membership, 'fault'>;
  readonly onStuck: (why: string) => void;
  /** @param setBackMs by how much the wall clock was set back */
  readonly onSetBack: (setBackMs: number) => void;
}

/**
 * The part of a session by which the clock may be set back without harm. kafkajs times its heartbeats by the wall clock: after the clock was set back, it
 * sends none until the clock has caught up.
 */
const HARMLESS_SETBACK = 0.5;

/** Notices a handler that never answers, a client that went silent and a clock that was set back. */
export class Watchdog {
  /** Wall clock minus steady clock. */
  private leadMs: number;

  constructor(
    private readonly clock: Clock,
    private readonly watched: Watched,
  ) {
    this.leadMs = clock.nowMs() - clock.steadyMs();
  }

  /** To be called every second or so. */
  look(): void {
    const { stuckAfterMs, membership, onStuck } = this.watched;
    const callMs = Math.round(this.watched.longestCallMs());
    if (callMs > stuckAfterMs) onStuck(`a batch makes no progress for ${callMs} ms`);
    const fault = membership.fault(this.clock.steadyMs());
    if (fault !== undefined) onStuck(fault);
    this.lookAtClock();
  }

  private lookAtClock(): void {
    const leadMs = this.clock.nowMs() - this.clock.steadyMs();
    const setBackMs = Math.round(this.leadMs - leadMs);
    this.leadMs = leadMs;
    if (setBackMs > this.watched.sessionMs * HARMLESS_SETBACK) this.watched.onSetBack(setBackMs);
  }
}
