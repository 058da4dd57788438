import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../http/access.decorator.js';
import { RequestAllowance } from './request-allowance.service.js';

/** 429: each token and each session has its own allowance. */
@Injectable()
export class RateGuard implements CanActivate {
  constructor(private readonly allowance: RequestAllowance) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const caller = callerOf(context.switchToHttp().getRequest<Request>());
    if (caller) await this.allowance.take(caller.session?.sessionId ?? caller.tokenId);
    return true;
  }
}
