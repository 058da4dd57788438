import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule } from '#libs/config';
import { MessagingModule } from '#libs/messaging';
import { ObservabilityModule } from '#libs/observability';
import { PersistenceModule } from '#libs/persistence';
import { CarriersJob } from './rulebook/carriers.job.js';
import { ConsignmentsRepository } from './storage/consignments.repository.js';
import type { EventBuilderConfig } from './event-builder.config.js';
import { EventsPublisher } from './events/events.publisher.js';
import { OrphansJob } from './tracking/orphans.job.js';
import { OverdueJob } from './tracking/overdue.job.js';
import { ParcelEvents } from './tracking/parcel-events.provider.js';
import { DeadLetterRowsRepository } from './storage/dead-letter-rows.repository.js';
import { ParcelTracking } from './tracking/parcel-tracking.service.js';
import { CurrentRules } from './rulebook/current-rules.provider.js';
import { OldRowsRepository } from './retention/old-rows.repository.js';
import { RetentionEvents } from './retention/retention-events.provider.js';
import { Retention } from './retention/retention.service.js';
import { RetentionJob } from './retention/retention.job.js';
import { RecordsConsumer } from './tracking/records.consumer.js';
import { ScansConsumer } from './tracking/scans.consumer.js';

/** In travel order: scans and records arrive, are decided with their consignments, and leave as events. */
@Module({})
export class EventBuilderModule {
  static forRoot(config: EventBuilderConfig): DynamicModule {
    return {
      module: EventBuilderModule,
      imports: [
        ConfigModule.forRoot(config),
        ObservabilityModule.forRoot('event-builder', config),
        PersistenceModule.forRoot(config, 'event-builder'),
        MessagingModule.forRoot('event-builder', config),
      ],
      controllers: [ScansConsumer, RecordsConsumer],
      providers: [
        OverdueJob,
        OrphansJob,
        RetentionJob,
        Retention,
        RetentionEvents,
        OldRowsRepository,
        ParcelTracking,
        ConsignmentsRepository,
        DeadLetterRowsRepository,
        CurrentRules,
        CarriersJob,
        EventsPublisher,
        ParcelEvents,
      ],
    };
  }
}
