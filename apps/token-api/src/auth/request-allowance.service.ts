import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { throttled } from '../http/throttled.js';
import type { TokenApiConfig } from '../token-api.config.js';

/** Limits the requests per second of each token and each session, per instance of the app. */
@Injectable()
export class RequestAllowance {
  private readonly limiter: RateLimiterMemory;

  constructor(@Inject(CONFIG) config: Pick<TokenApiConfig, 'rateLimitPerSecond'>) {
    this.limiter = new RateLimiterMemory({ points: config.rateLimitPerSecond, duration: 1 });
  }

  /** @param key a tokenId or sessionId @throws ApiError throttled */
  async take(key: number | string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? throttled(refusal.msBeforeNext) : refusal;
    }
  }
}
