import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CONFIG } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { callerOf } from '../http/access.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';

const LOGS_IN = 'logs-in';

/** Marks a public route that only pages of this service may call. */
export const LogsIn = (): MethodDecorator => SetMetadata(LOGS_IN, true);

const DETAIL =
  'A page of another site sent this request. Sessions work only from the pages of this service; programs send `user` and `token`.';

/** 403: a session works only from pages of this service (CSRF). Requests with a token in their headers pass. */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'publicUrl'>,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const isAsked =
      callerOf(request)?.session !== undefined || this.reflector.get<boolean | undefined>(LOGS_IN, context.getHandler()) === true;
    if (isAsked && !isFromOwnPages(request.headers, this.config.publicUrl)) throw ApiError.of('permissionDenied', { detail: DETAIL });
    return true;
  }
}

interface PageHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}

/**
 * True when a page of this service or a program sent the request. Browsers add cookies to requests from other sites too, but no page can
 * change these headers. The rule comes from Go's `http.CrossOriginProtection`; here it applies to every method.
 * @param publicOrigin the only `Origin` of this service's pages; undefined = any scheme with the host of the request, because a proxy may
 * speak TLS
 */
export function isFromOwnPages({ host, origin, 'sec-fetch-site': site }: PageHeaders, publicOrigin: string | undefined): boolean {
  const isOwnSite = site === undefined ? undefined : site === 'same-origin' || site === 'none';
  if (publicOrigin !== undefined && origin !== undefined) return origin.toLowerCase() === publicOrigin && isOwnSite !== false;
  if (isOwnSite !== undefined) return isOwnSite;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
