import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError } from '#libs/errors';
import type { Request } from 'express';
import { accessOf, callerOf } from './access.decorator.js';
import { includesScope } from './scope-order.js';

/** 403: what the caller's token may do. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    if (access === 'public') return true;
    const caller = callerOf(context.switchToHttp().getRequest<Request>());
    if (!caller || !access || !includesScope(caller.scope, access)) throw ApiError.of('permissionDenied');
    return true;
  }
}
