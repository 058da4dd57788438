import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { throttled } from '../http/throttled.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { callerOf } from './access.decorator.js';

/** 429: each token has its own allowance per second, in each instance of the app. */
@Injectable()
export class RateGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory;

  constructor(@Inject(CONFIG) config: Pick<TokenApiConfig, 'rateLimitPerSecond'>) {
    this.limiter = new RateLimiterMemory({ points: config.rateLimitPerSecond, duration: 1 });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const caller = callerOf(context.switchToHttp().getRequest<Request>());
    if (!caller) return true;
    try {
      await this.limiter.consume(caller.tokenId);
      return true;
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? throttled(refusal.msBeforeNext) : refusal;
    }
  }
}
