import { type DynamicModule, Module } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { Health, Logger, Metrics, type ObservabilityConfig } from '#libs/observability';
import { createKafka } from './client/kafka.client.js';
import { BatchServers } from './consumer/batch-servers.provider.js';
import { GroupProgress } from './health/group-progress.client.js';
import { GroupWatch } from './health/group-watch.job.js';
import type { Kafka } from './kafka.js';
import type { KafkaConfig } from './kafka.config.js';
import { type MessagingMetrics, toMessagingMetrics } from './health/messaging-metrics.provider.js';
import { Producer } from './producer/producer.client.js';

type BatchServerInjections = [Kafka, Producer, Clock, Logger, Health, MessagingMetrics, GroupWatch];

const KAFKA = Symbol('Kafka');
const METRICS = Symbol('MessagingMetrics');

/** Provides the Kafka client, its producer and the maker of consumers to a whole app. */
@Module({})
export class MessagingModule {
  static forRoot(app: string, config: KafkaConfig & Pick<ObservabilityConfig, 'metricsPollMs'>): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        { provide: KAFKA, useFactory: (logger: Logger) => createKafka(config, app, logger), inject: [Logger] },
        { provide: METRICS, useFactory: toMessagingMetrics, inject: [Metrics] },
        {
          provide: Producer,
          useFactory: async (kafka: Kafka, metrics: MessagingMetrics, health: Health, logger: Logger) => {
            const producer = new Producer(kafka, config, metrics);
            const { isThere, onRetry } = health.waitsFor('broker', logger);
            await producer.connect(onRetry);
            isThere();
            return producer;
          },
          inject: [KAFKA, METRICS, Health, Logger],
        },
        {
          provide: GroupWatch,
          useFactory: (kafka: Kafka, clock: Clock, logger: Logger, metrics: MessagingMetrics) =>
            new GroupWatch({ kafka, config, clock, logger, metrics }),
          inject: [KAFKA, CLOCK, Logger, METRICS],
        },
        {
          provide: GroupProgress,
          useFactory: (kafka: Kafka, clock: Clock, logger: Logger, health: Health) =>
            new GroupProgress({ kafka, config, clock, logger, health }),
          inject: [KAFKA, CLOCK, Logger, Health],
        },
        {
          provide: BatchServers,
          useFactory: (...[kafka, producer, clock, logger, health, metrics, watch]: BatchServerInjections) =>
            new BatchServers({ kafka, config, producer, clock, logger, health, metrics, watch }),
          inject: [KAFKA, Producer, CLOCK, Logger, Health, METRICS, GroupWatch],
        },
      ],
      exports: [Producer, BatchServers, GroupProgress],
    };
  }
}
