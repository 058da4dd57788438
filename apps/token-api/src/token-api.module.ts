import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ConfigModule } from '#libs/config';
import { MessagingModule } from '#libs/messaging';
import { ObservabilityModule } from '#libs/observability';
import { PersistenceModule, SecretsModule } from '#libs/persistence';
import { AuditLogController } from './audit/audit-log.controller.js';
import { AuditLogRepository } from './audit/audit-log.repository.js';
import { AuditLogJob } from './audit/audit-log.job.js';
import { AuditLogService } from './audit/audit-log.service.js';
import { CredentialsGuard } from './auth/credentials.guard.js';
import { FailedLogins } from './auth/failed-logins.service.js';
import { RateGuard } from './auth/rate.guard.js';
import { ScopeGuard } from './auth/scope.guard.js';
import { TokenUse } from './auth/token-use.service.js';
import { ConcurrencyGuard } from './auth/concurrency.guard.js';
import { ConsignmentsController } from './consignments/consignments.controller.js';
import { ConsignmentsRepository } from './consignments/consignments.repository.js';
import { ConsignmentsService } from './consignments/consignments.service.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DocsController, OPENAPI_DOCUMENT } from './docs/docs.controller.js';
import { describedRoutes } from './openapi/described-routes.setup.js';
import { toOpenApi } from './openapi/openapi-document.js';
import { EventsController } from './events/events.controller.js';
import { EventsRepository } from './events/events.repository.js';
import { EventsService } from './events/events.service.js';
import { HttpDrain } from './http/http-drain.service.js';
import { MessageAllowance } from './message-allowance.service.js';
import { MessagesPublisher } from './messages.publisher.js';
import { ParcelsRepository } from './parcels.repository.js';
import { CircuitsRepository } from './receivers/circuits.repository.js';
import { ReceiverAddressClient } from './receivers/receiver-address.client.js';
import { ReceiverCredentials } from './receivers/receiver-credentials.provider.js';
import { ReceiverTestController } from './receivers/receiver-test.controller.js';
import { ReceiverTestRepository } from './receivers/receiver-test.repository.js';
import { ReceiverTestService } from './receivers/receiver-test.service.js';
import { ReceiversController } from './receivers/receivers.controller.js';
import { ReceiversRepository } from './receivers/receivers.repository.js';
import { ReceiversService } from './receivers/receivers.service.js';
import { RedeliveriesController } from './redeliveries/redeliveries.controller.js';
import { RedeliveriesRepository } from './redeliveries/redeliveries.repository.js';
import { RedeliveriesService } from './redeliveries/redeliveries.service.js';
import { RedeliveriesJob } from './redeliveries/redeliveries.job.js';
import { ScansController } from './scans/scans.controller.js';
import { SenderAddressesController } from './sender-addresses/sender-addresses.controller.js';
import type { TokenApiConfig } from './token-api.config.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';

const TOKENS = [TokenUse, FailedLogins, TokensService, TokensRepository];
const RECEIVERS = [
  ReceiversService,
  ReceiverAddressClient,
  ReceiverCredentials,
  CircuitsRepository,
  ReceiversRepository,
  ReceiverTestService,
  ReceiverTestRepository,
];
const PARCELS = [ConsignmentsService, ConsignmentsRepository, EventsService, EventsRepository, ParcelsRepository];
const DELIVERIES = [DeliveriesService, DeliveriesRepository, RedeliveriesService, RedeliveriesRepository, RedeliveriesJob];
const AUDIT = [AuditLogService, AuditLogRepository, AuditLogJob];

/** Every route of the API; its document is made of them. */
export const CONTROLLERS = [
  TokensController,
  ReceiversController,
  ReceiverTestController,
  ConsignmentsController,
  ScansController,
  EventsController,
  DeliveriesController,
  RedeliveriesController,
  AuditLogController,
  SenderAddressesController,
  DocsController,
];

/** @throws Error at start when a route is not described */
function openApi(): () => Buffer {
  const document = Buffer.from(JSON.stringify(toOpenApi(describedRoutes(CONTROLLERS))));
  return () => document;
}

@Module({})
export class TokenApiModule {
  static forRoot(config: TokenApiConfig): DynamicModule {
    return {
      module: TokenApiModule,
      imports: [
        ConfigModule.forRoot(config),
        ObservabilityModule.forRoot('token-api', config),
        PersistenceModule.forRoot(config, 'token-api'),
        SecretsModule.forRoot(config),
        MessagingModule.forRoot('token-api', config),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: OPENAPI_DOCUMENT, useFactory: openApi },
        ...TOKENS,
        ...RECEIVERS,
        ...PARCELS,
        ...DELIVERIES,
        ...AUDIT,
        MessageAllowance,
        MessagesPublisher,
        HttpDrain,
        // In the order of the answers: 401, 429, 403, 429.
        { provide: APP_GUARD, useClass: CredentialsGuard },
        { provide: APP_GUARD, useClass: RateGuard },
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_GUARD, useClass: ConcurrencyGuard },
      ],
    };
  }
}
