import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { TokenScope } from '#libs/contracts';
import type { Request } from 'express';

const ACCESS = 'access';
const PUBLIC = 'public';

/** The least scope a route asks for; every route has this or `@Public()`. A route with neither refuses every request. */
export const NeedsScope = (scope: TokenScope) =>
  applyDecorators(SetMetadata(ACCESS, scope), ApiSecurity({ user: [], token: [scope] }), ApiSecurity({ session: [scope] }));

/** No token needed. */
export const Public = () => applyDecorators(SetMetadata(ACCESS, PUBLIC), ApiSecurity({}));

export type Access = TokenScope | typeof PUBLIC | undefined;

export const accessOf = (reflector: Reflector, context: ExecutionContext): Access =>
  reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);

const callers = new WeakMap<Request, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => void callers.set(request, caller);

/** Undefined before authentication and on public routes. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

const waiting = new WeakSet<Request>();

/** This request waits for others of its account. */
export const noteWait = (request: Request): void => void waiting.add(request);

export const hasWaited = (request: Request): boolean => waiting.has(request);

/** The authenticated caller as a parameter of a handler. */
export const CallerParam = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context.switchToHttp().getRequest()));

/** Who makes this request: an account, by one of its tokens. */
export interface Caller {
  readonly account: number;
  readonly tokenId: number;
  readonly scope: TokenScope;
  /** A person's session, by a cookie; absent = the token itself, by the headers. */
  readonly session?: { readonly sessionId: string; readonly openedBy: 'token' | 'link' };
  /** The answer's `X-Request-Id`, for the audit log. */
  readonly requestId: string;
}
