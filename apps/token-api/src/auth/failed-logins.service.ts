import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, MINUTE } from '#libs/config';
import { FailureCounts } from './failure-counts.js';
import { loginDelayMs, sourceOf } from './login-delay.js';

/** Beyond this many waiting answers a further one goes out at once: slowing down must not cost us the memory it protects. */
const MAX_WAITING = 1000;
const LIMITS = { windowMs: MINUTE, maxKeys: 10_000 };

export interface FailedLogin {
  readonly address: string;
  /** The account of the header `user`, when it is a number. */
  readonly account: number | undefined;
}

/**
 * Makes guessing slow, from one place at many accounts and from many places at one. Only a refused login waits; a valid token is
 * never looked at here, so it is never slowed or refused.
 */
@Injectable()
export class FailedLogins {
  private readonly bySource = new FailureCounts(LIMITS);
  private readonly byAccount = new FailureCounts(LIMITS);
  private waiting = 0;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async slowDown({ address, account }: FailedLogin): Promise<void> {
    const nowMs = this.clock.steadyMs();
    const failures = [this.bySource.add(sourceOf(address), nowMs), account === undefined ? 0 : this.byAccount.add(String(account), nowMs)];
    const delayMs = loginDelayMs(Math.max(...failures));
    if (delayMs === 0 || this.waiting >= MAX_WAITING) return;
    this.waiting++;
    await wait(delayMs).finally(() => this.waiting--);
  }
}
