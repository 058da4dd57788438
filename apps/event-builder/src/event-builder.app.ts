import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GROUPS } from '#libs/contracts';
import { BatchServers } from '#libs/messaging';
import { Logger, type Program, toNestLogger } from '#libs/observability';
import { SETTINGS } from './event-builder.config.js';
import { EventBuilderModule } from './event-builder.module.js';
import { PARCELS_CONSUMER } from './tracking/scans.consumer.js';

/** The round trips of a batch cost the same for 1 and for 500 messages; two batches at a time keep this thread and the database busy. */
const PARCELS = {
  consumer: PARCELS_CONSUMER,
  group: GROUPS.parcels.name,
  maxBatch: 500,
  concurrency: 2,
  isMixed: true,
};

export const PROGRAM: Program<typeof SETTINGS, INestApplication> = {
  settings: SETTINGS,
  create: async (config) => {
    const app = await NestFactory.create(EventBuilderModule.forRoot(config), { bufferLogs: true, abortOnError: false });
    app.useLogger(toNestLogger(app.get(Logger)));
    app.connectMicroservice({ strategy: app.get(BatchServers).create(PARCELS) });
    return app;
  },
  begin: async (app) => {
    await app.init();
    await app.startAllMicroservices();
    app.get(Logger).info('app.started', {});
  },
};
