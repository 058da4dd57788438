import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TokensModule } from '../tokens/tokens.module.js';
import { ActiveSessionsRepository } from './active-sessions.repository.js';
import { ConcurrencyGuard } from './concurrency.guard.js';
import { CredentialsGuard } from './credentials.guard.js';
import { FailedLogins } from './failed-logins.service.js';
import { NamedSessionGuard } from './named-session.guard.js';
import { OwnPagesGuard } from './own-pages.guard.js';
import { RateGuard } from './rate.guard.js';
import { RequestAllowance } from './request-allowance.service.js';
import { ScopeGuard } from './scope.guard.js';
import { TokenUse } from './token-use.service.js';

/** The guards of every route, in the order of their answers: 401, 429, 403 (foreign page), 409 (another session), 403 (scope), 429. */
@Module({
  imports: [TokensModule],
  providers: [
    TokenUse,
    FailedLogins,
    RequestAllowance,
    ActiveSessionsRepository,
    CredentialsGuard,
    { provide: APP_GUARD, useExisting: CredentialsGuard },
    { provide: APP_GUARD, useClass: RateGuard },
    { provide: APP_GUARD, useClass: OwnPagesGuard },
    { provide: APP_GUARD, useClass: NamedSessionGuard },
    { provide: APP_GUARD, useClass: ScopeGuard },
    { provide: APP_GUARD, useClass: ConcurrencyGuard },
  ],
  exports: [TokenUse, FailedLogins, RequestAllowance],
})
export class AuthModule {}
