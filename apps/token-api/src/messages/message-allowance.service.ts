import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { throttled } from '../http/throttled.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { MOST_SCANS } from './message-rules.js';

/** The allowance is counted over this time, s, so that a burst may use all of it at once. */
const WINDOW_S = 10;

/** Limits the scans and records of an account, in each instance of the app. */
@Injectable()
export class MessageAllowance {
  private readonly limiter: RateLimiterMemory;
  private readonly most: number;

  constructor(@Inject(CONFIG) { messagesPerSecond }: Pick<TokenApiConfig, 'messagesPerSecond'>) {
    this.most = Math.max(MOST_SCANS, messagesPerSecond * WINDOW_S); // one full request must pass, however small the allowance is
    this.limiter = new RateLimiterMemory({ points: this.most, duration: WINDOW_S });
  }

  /** @throws ApiError throttled when the account would exceed its allowance; then none of these messages counts */
  async take(account: number, messages: number): Promise<void> {
    try {
      await this.limiter.consume(account, messages);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      await this.limiter.reward(account, messages);
      throw throttled(refusal.msBeforeNext, `This account may send ${this.most} scans and records in ${WINDOW_S} seconds.`);
    }
  }
}
