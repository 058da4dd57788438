import { type DynamicModule, Module } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { type Clock, CLOCK } from '#libs/config';
import { Health, Logger, Metrics } from '#libs/observability';
import { BatchServers } from './batch-servers.provider.js';
import { createKafka } from './kafka.client.js';
import type { KafkaConfig } from './kafka.config.js';
import { toMessagingMetrics } from './messaging-metrics.provider.js';
import { Producer } from './producer.client.js';

/** The Kafka client, its producer and the maker of consumers; global. */
@Module({})
export class MessagingModule {
  static forRoot(app: string, config: KafkaConfig): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        { provide: Kafka, useFactory: (logger: Logger) => createKafka(config, app, logger), inject: [Logger] },
        { provide: Producer, useFactory: (kafka: Kafka) => new Producer(kafka, config), inject: [Kafka] },
        {
          provide: BatchServers,
          useFactory: (kafka: Kafka, producer: Producer, clock: Clock, logger: Logger, health: Health, metrics: Metrics) =>
            new BatchServers({ kafka, config, producer, clock, logger, health, metrics: toMessagingMetrics(metrics) }),
          inject: [Kafka, Producer, CLOCK, Logger, Health, Metrics],
        },
      ],
      exports: [Producer, BatchServers],
    };
  }
}
