import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '#libs/config';
import { GROUPS } from '#libs/contracts';
import { BatchServers } from '#libs/messaging';
import { Logger, runApp, toNestLogger } from '#libs/observability';
import { SETTINGS } from './event-builder.config.js';
import { EventBuilderModule } from './event-builder.module.js';
import { PARCELS_CONSUMER } from './scans.consumer.js';

/** A batch's round trips cost the same for 1 and for 500; two at a time keep both this thread and the database busy (docs/performance/journal.md). */
const PARCELS = {
  consumer: PARCELS_CONSUMER,
  group: GROUPS.parcels.name,
  maxBatch: 500,
  concurrency: 2,
  isMixed: true,
};

await runApp({
  create: async () => {
    const config = readConfig(SETTINGS, process.env);
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
});
