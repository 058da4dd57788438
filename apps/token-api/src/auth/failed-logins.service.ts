import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MINUTE, SECOND } from '#libs/config';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { loginDelayMs, sourceOf } from './login-delay.js';

/** Beyond this many waiting answers a further one goes out at once: slowing down must not cost us the memory it protects. */
const MAX_WAITING = 1000;

/** Makes guessing slow. Only a refused login waits; a valid token is never looked at here, so it is never slowed or refused. */
@Injectable()
export class FailedLogins {
  private readonly failures = new RateLimiterMemory({ points: 1, duration: MINUTE / SECOND });
  private waiting = 0;

  async slowDown(address: string): Promise<void> {
    const { consumedPoints } = await this.failures.penalty(sourceOf(address));
    const delayMs = loginDelayMs(consumedPoints);
    if (delayMs === 0 || this.waiting >= MAX_WAITING) return;
    this.waiting++;
    await wait(delayMs).finally(() => this.waiting--);
  }
}
