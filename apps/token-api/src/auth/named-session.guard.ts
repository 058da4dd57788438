import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { callerOf } from '../http/access.decorator.js';

/**
 * 409: the session is not the session that the page names in `X-Session-Id`. All tabs of a browser share one cookie, so a login in one tab
 * would let another tab act in the wrong account. Requests without the header, or with a token in their headers, pass.
 */
@Injectable()
export class NamedSessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const session = callerOf(request)?.session;
    const named = request.get('X-Session-Id');
    if (session && named !== undefined && named.toLowerCase() !== session.sessionId) throw ApiError.of('sessionMismatch');
    return true;
  }
}
