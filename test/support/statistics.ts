import { afterAll, beforeAll } from '@jest/globals';
import { readConfig, systemClock } from '#libs/config';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import { Logger, Metrics, NO_TRACING } from '#libs/observability';
import type { DataSource } from 'typeorm';
import { DeliveryEvents } from '../../apps/webhook-sender/src/attempt/delivery-events.provider.js';
import { ReceiverDisablingRepository } from '../../apps/webhook-sender/src/receivers/receiver-disabling.repository.js';
import { ReceiverHealthRepository } from '../../apps/webhook-sender/src/statistics/receiver-health.repository.js';
import { RollupsRepository } from '../../apps/webhook-sender/src/statistics/rollups.repository.js';
import { Statistics } from '../../apps/webhook-sender/src/statistics/statistics.service.js';
import { StatisticsProgressRepository } from '../../apps/webhook-sender/src/statistics/statistics-progress.repository.js';
import type { TestBed } from './test-bed.js';

export interface StatisticsBed {
  /** What the job does, at once: all that is recorded is counted. */
  readonly count: () => Promise<void>;
  /** All of before there were statistics is counted, too. */
  readonly backfill: () => Promise<void>;
}

/** Counts in this process, beside the senders of the bed. */
export function useStatistics(bed: TestBed): StatisticsBed {
  let dataSource: DataSource;
  let statistics: Statistics;
  beforeAll(async () => {
    dataSource = await connect(createDataSource(readConfig(databaseSettings, { DATABASE_URL: bed.database.url }), 'statistics'));
    const parts = [new RollupsRepository(), new ReceiverHealthRepository(), new StatisticsProgressRepository()] as const;
    const disabling = new ReceiverDisablingRepository(dataSource);
    const logger = new Logger('webhook-sender', { logLevel: 'error' });
    const events = new DeliveryEvents(logger, new Metrics('webhook-sender'), systemClock, NO_TRACING);
    statistics = new Statistics(...parts, disabling, events, dataSource);
  });
  afterAll(() => dataSource.destroy());
  return {
    count: async () => {
      // A step counts what was recorded before its millisecond: what a test has just inserted must be older.
      await bed.database.query('SELECT pg_sleep(0.001)');
      await statistics.pause(0);
      while ((await statistics.step()) !== 'nothing') await statistics.pause(0);
    },
    backfill: async () => {
      const isComplete = async (): Promise<boolean> =>
        (await bed.database.query<{ is_complete: boolean }>('SELECT is_complete FROM statistics_progress'))[0]?.is_complete === true;
      while (!(await isComplete())) {
        await statistics.pause(0); // of the senders of the bed, which count too
        await statistics.backfill();
      }
    },
  };
}
