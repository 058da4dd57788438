import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { TOKEN_SCOPES, type TokenScope } from '#libs/contracts';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { accessOf, callerOf } from '../http/access.decorator.js';

/** 403: the caller's scope is too low for the route. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    if (access === 'public') return true;
    const caller = callerOf(context.switchToHttp().getRequest<Request>());
    if (!caller || !access) throw ApiError.of('permissionDenied');
    if (!includesScope(caller.scope, access)) throw ApiError.of('permissionDenied', { detail: deniedText(access, caller.scope) });
    return true;
  }
}

export const deniedText = (needed: TokenScope, held: TokenScope): string =>
  `You do not have permission to perform this action. It needs a token of scope \`${needed}\`; this token has \`${held}\`.`;

/** Scopes are ordered, and each includes the lower scopes: read < write < generate (domain D.9). */
export const includesScope = (held: TokenScope, needed: TokenScope): boolean => TOKEN_SCOPES.indexOf(held) >= TOKEN_SCOPES.indexOf(needed);
