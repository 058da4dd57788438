import { type CallHandler, type CanActivate, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CONFIG } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { clientAddress } from '../http/client-address.js';
import { isBodyRead } from '../http/json-body.interceptor.js';
import { requestIdOf } from '../http/request-gate.middleware.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import { accessOf, type Caller, callerOf, hasWaited, rememberCaller } from './access.decorator.js';
import { readCredentials, toAccount } from './credentials.js';
import { FailedLogins } from './failed-logins.service.js';
import { TokenUse } from './token-use.service.js';

/** RFC 9110: every 401 says by which headers one logs in. */
const CHALLENGE = { 'WWW-Authenticate': 'Token' };

/**
 * 401: who is calling. No cache stands before the table, so a revoked token is refused with the very next request (spec: API token).
 * As an interceptor it asks a second time, right before the handler, because a token may be revoked while its request waits or
 * while the body arrives (spec: "Takes effect immediately").
 */
@Injectable()
export class CredentialsGuard implements CanActivate, NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokensRepository,
    private readonly tokenUse: TokenUse,
    private readonly failedLogins: FailedLogins,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'trustedProxies'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (accessOf(this.reflector, context) === 'public') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const caller = await this.authenticate(request, requestIdOf(http.getResponse<Response>()));
    if (!caller) {
      await this.failedLogins.slowDown({ address: this.addressOf(request), account: toAccount(request.get('user') ?? '') });
      throw authenticationFailed();
    }
    rememberCaller(request, caller);
    return true;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = callerOf(request);
    const mayBeRevoked = caller && (hasWaited(request) || isBodyRead(request));
    if (mayBeRevoked && !(await this.tokens.isActive(caller.tokenId))) throw authenticationFailed();
    return next.handle();
  }

  private addressOf({ socket, headers }: Request): string {
    return clientAddress({ peer: socket.remoteAddress ?? '', headers }, this.config.trustedProxies);
  }

  private async authenticate(request: Request, requestId: string): Promise<Caller | undefined> {
    const credentials = readCredentials(request.get('user'), request.get('token'));
    if (credentials.kind === 'absent') throw ApiError.of('notAuthenticated', { headers: CHALLENGE });
    if (credentials.kind === 'impossible') return undefined;
    const token = await this.tokens.findActive(credentials.account, credentials.secret);
    if (!token) return undefined;
    this.tokenUse.note(token);
    return { account: credentials.account, tokenId: token.tokenId, scope: token.scope, requestId };
  }
}

const authenticationFailed = (): ApiError => ApiError.of('authenticationFailed', { headers: CHALLENGE });
