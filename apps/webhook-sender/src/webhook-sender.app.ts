import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GROUPS } from '#libs/contracts';
import { BatchServers, type PartitionListener } from '#libs/messaging';
import { Logger, type Program, toNestLogger } from '#libs/observability';
import { ATTEMPTS_CONSUMER } from './dispatch/attempts.consumer.js';
import { DeliveryEvents } from './attempt/delivery-events.provider.js';
import { EVENTS_CONSUMER } from './fan-out/events.consumer.js';
import { FanOutTurns } from './fan-out/fan-out-turns.job.js';
import { PartitionMoves } from './dispatch/partition-moves.service.js';
import { RETRIES_CONSUMER } from './retries/retries.consumer.js';
import { SETTINGS } from './webhook-sender.config.js';
import { WebhookSenderModule } from './webhook-sender.module.js';

/** Three consumer groups: a wave of retries or a slow receiver never holds back the fan-out. */
const CONSUMERS = [
  { consumer: EVENTS_CONSUMER, listener: FanOutTurns, group: GROUPS.events.name, maxBatch: 1_000, concurrency: 1, isMixed: true },
  { consumer: ATTEMPTS_CONSUMER, listener: PartitionMoves, group: GROUPS.attempts.name, maxBatch: 500, concurrency: 4, isMixed: true },
  {
    consumer: RETRIES_CONSUMER,
    listener: DeliveryEvents,
    group: GROUPS.retries.name,
    maxBatch: 500,
    concurrency: 12,
    pausesPartitions: true,
  },
];

export const PROGRAM: Program<typeof SETTINGS, INestApplication> = {
  settings: SETTINGS,
  create: async (config) => {
    const app = await NestFactory.create(WebhookSenderModule.forRoot(config), { bufferLogs: true, abortOnError: false });
    app.useLogger(toNestLogger(app.get(Logger)));
    for (const { listener, ...options } of CONSUMERS) {
      const partitionListener = app.get<PartitionListener>(listener);
      app.connectMicroservice({ strategy: app.get(BatchServers).create({ ...options, partitionListener }) });
    }
    return app;
  },
  begin: async (app) => {
    await app.init();
    await app.startAllMicroservices();
    app.get(Logger).info('app.started', {});
  },
};
