import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { isBodyRead } from '../http/json-body.interceptor.js';
import type { TokensRepository } from '../tokens/tokens.repository.js';
import { callerOf } from './access.decorator.js';
import { authenticationFailed } from './authentication-failed.js';

/**
 * 401 once more, for a token that was revoked after the guards had asked for it: a caller may hold the body of a request back for as long as
 * a request may take, and act when revocation has long been answered (spec: "Takes effect immediately"). It comes after the body; a
 * request without one was there as a whole when its token was asked for.
 */
@Injectable()
export class RevocationInterceptor implements NestInterceptor {
  constructor(private readonly tokens: Pick<TokensRepository, 'isActive'>) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = callerOf(request);
    if (caller && isBodyRead(request) && !(await this.tokens.isActive(caller.tokenId))) throw authenticationFailed();
    return next.handle();
  }
}
