import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { CONFIG } from '#libs/config';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { callerOf } from '../auth/access.decorator.js';
import type { TokenApiConfig } from '../token-api.config.js';
import { isFromOwnPages } from './own-pages.js';

const LOGS_IN = 'logs-in';

/** A public route that only pages of this service may ask. */
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
