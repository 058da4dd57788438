import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { TokenScope } from '#libs/contracts';
import type { Request } from 'express';

const ACCESS = 'access';
const PUBLIC = 'public';

/** Sets the lowest scope that may use a route. A route with neither this nor `@Public()` refuses every request. */
export const NeedsScope = (scope: TokenScope) =>
  applyDecorators(SetMetadata(ACCESS, scope), ApiSecurity({ user: [], token: [scope] }), ApiSecurity({ session: [scope] }));

/** Marks a route that needs no token. */
export const Public = () => applyDecorators(SetMetadata(ACCESS, PUBLIC), ApiSecurity({}));

const BODY = 'body';

/** Marks routes that ignore the body of a POST: the address says everything, and forms and mail programs send bodies of any kind. */
export const IgnoresBody = () => SetMetadata(BODY, 'ignored');

export const ignoresBody = (reflector: Reflector, context: ExecutionContext): boolean =>
  reflector.getAllAndOverride<string>(BODY, [context.getHandler(), context.getClass()]) === 'ignored';

export type Access = TokenScope | typeof PUBLIC | undefined;

export const accessOf = (reflector: Reflector, context: ExecutionContext): Access =>
  reflector.getAllAndOverride<Access>(ACCESS, [context.getHandler(), context.getClass()]);

const callers = new WeakMap<Request, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => void callers.set(request, caller);

/** @returns undefined before authentication and on public routes */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

const waiting = new WeakSet<Request>();

/** Notes that the request waits for other requests of its account. */
export const noteWait = (request: Request): void => void waiting.add(request);

export const hasWaited = (request: Request): boolean => waiting.has(request);

/** The authenticated caller as a parameter of a handler. */
export const CallerParam = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(context.switchToHttp().getRequest()));

/** The sender of a request: an account, with one of its tokens. */
export interface Caller {
  readonly account: number;
  readonly tokenId: number;
  readonly scope: TokenScope;
  /** The session of a person, by a cookie; undefined = a program with a token in its headers. */
  readonly session?: { readonly sessionId: string; readonly openedBy: 'token' | 'link' };
  /** The answer's `X-Request-Id`, for the audit log. */
  readonly requestId: string;
}
