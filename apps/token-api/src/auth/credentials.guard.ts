import { type CallHandler, type CanActivate, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CONFIG } from '#libs/config';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { accessOf, type Caller, callerOf, hasWaited, rememberCaller } from '../http/access.decorator.js';
import { clientAddress } from '../http/client-address.js';
import { isBodyRead } from '../http/json-body.interceptor.js';
import { requestIdOf } from '../http/request-gate.middleware.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import { ActiveSessionsRepository } from './active-sessions.repository.js';
import { authenticationFailed, notAuthenticated } from './challenge.js';
import { readCredentials, toAccount } from './credentials.js';
import { FailedLogins } from './failed-logins.service.js';
import { placeOf, readCookie } from './session-cookie.js';
import { TokenUse } from './token-use.service.js';

const SESSION_ENDED = 'The session has ended: sign in again.';

/**
 * 401: finds the caller. Every request asks the table, without a cache: a revoked token is refused with the next request (spec: API token).
 * The interceptor asks a second time, right before the handler, because a token may be revoked while its request waits or while the body
 * arrives (spec: "Takes effect immediately").
 */
@Injectable()
export class CredentialsGuard implements CanActivate, NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokensRepository,
    private readonly sessions: ActiveSessionsRepository,
    private readonly tokenUse: TokenUse,
    private readonly failedLogins: FailedLogins,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'trustedProxies'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (accessOf(this.reflector, context) === 'public') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const requestId = requestIdOf(http.getResponse<Response>());
    const cookie = cookieOf(request);
    const caller = await (cookie === undefined ? this.byToken(request, requestId) : this.bySession(cookie, requestId));
    if (!caller) {
      await this.failedLogins.slowDown({ address: this.addressOf(request), account: toAccount(request.get('user') ?? '') });
      throw authenticationFailed(cookie === undefined ? undefined : SESSION_ENDED);
    }
    rememberCaller(request, caller);
    return true;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = callerOf(request);
    const mayBeRevoked = caller && (hasWaited(request) || isBodyRead(request));
    if (mayBeRevoked) await this.refuseRevoked(caller);
    return next.handle();
  }

  private async refuseRevoked({ session, tokenId }: Caller): Promise<void> {
    const isActive = await (session ? this.sessions.isActive(session.sessionId) : this.tokens.isActive(tokenId));
    if (!isActive) throw authenticationFailed(session && SESSION_ENDED);
  }

  private addressOf({ socket, headers }: Request): string {
    return clientAddress({ peer: socket.remoteAddress ?? '', headers }, this.config.trustedProxies);
  }

  private async byToken(request: Request, requestId: string): Promise<Caller | undefined> {
    const credentials = readCredentials(request.get('user'), request.get('token'));
    if (credentials.kind === 'absent') throw notAuthenticated();
    if (credentials.kind === 'impossible') return undefined;
    const token = await this.tokens.findActive(credentials.account, credentials.secret);
    if (!token) return undefined;
    this.tokenUse.note(token);
    return { account: credentials.account, tokenId: token.tokenId, scope: token.scope, requestId };
  }

  private async bySession(secret: string, requestId: string): Promise<Caller | undefined> {
    const found = await this.sessions.find(secret);
    if (!found) return undefined;
    this.tokenUse.note(found);
    const { account, tokenId, scope, sessionId, openedBy } = found;
    return { account, tokenId, scope, session: { sessionId, openedBy }, requestId };
  }
}

/** Returns the session cookie; undefined if the request has the header `user` or `token`, because such a caller means the token. */
function cookieOf(request: Request): string | undefined {
  if (request.get('user') !== undefined || request.get('token') !== undefined) return undefined;
  return readCookie(placeOf(request.headers), request.headers.cookie);
}
