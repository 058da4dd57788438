import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule } from '#libs/config';
import { MessagingModule } from '#libs/messaging';
import { ObservabilityModule } from '#libs/observability';
import { PersistenceModule, SecretsModule } from '#libs/persistence';
import { AuditLogModule } from './audit/audit-log.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ConsignmentsModule } from './consignments/consignments.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { DocsModule } from './docs/docs.module.js';
import { EventTypesModule } from './event-types/event-types.module.js';
import { EventsModule } from './events/events.module.js';
import { ExplainModule } from './explain/explain.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { HttpDrain } from './http.setup.js';
import { NotificationTargetsModule } from './notification-targets/notification-targets.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { ReceiverFiltersModule } from './receiver-filters/receiver-filters.module.js';
import { ReceiverTestsModule } from './receiver-tests/receiver-tests.module.js';
import { ReceiversModule } from './receivers/receivers.module.js';
import { RedeliveriesModule } from './redeliveries/redeliveries.module.js';
import { RollupsModule } from './rollups/rollups.module.js';
import { ScansModule } from './scans/scans.module.js';
import { SenderAddressesModule } from './sender-addresses/sender-addresses.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import type { TokenApiConfig } from './token-api.config.js';
import { TokensModule } from './tokens/tokens.module.js';

const FEATURES = [
  TokensModule,
  SessionsModule,
  ReceiversModule,
  ReceiverFiltersModule,
  ReceiverTestsModule,
  ConsignmentsModule,
  ExplainModule,
  ScansModule,
  EventTypesModule,
  EventsModule,
  DeliveriesModule,
  RedeliveriesModule,
  NotificationsModule,
  NotificationTargetsModule,
  RollupsModule,
  StatisticsModule,
  AuditLogModule,
  ExportsModule,
  SenderAddressesModule,
  DocsModule,
  ConsoleModule,
];

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
        AuthModule,
        ...FEATURES,
      ],
      providers: [HttpDrain],
    };
  }
}
