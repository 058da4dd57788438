import { afterAll, beforeAll } from '@jest/globals';
import { readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import { Logger } from '#libs/observability';
import type { DataSource } from 'typeorm';
import { ReceiverEndsRepository } from '../../apps/token-api/src/rollups/receiver-ends.repository.js';
import { RollupProgressRepository } from '../../apps/token-api/src/rollups/rollup-progress.repository.js';
import { RollupsRepository } from '../../apps/token-api/src/rollups/rollups.repository.js';
import { Rollups } from '../../apps/token-api/src/rollups/rollups.service.js';
import type { TestBed } from './test-bed.js';

export interface StatisticsBed {
  /** Runs the statistics job at once, until everything recorded is counted. */
  readonly count: () => Promise<void>;
}

/** Runs the statistics job in this process, beside the apps of the bed. */
export function useStatistics(bed: TestBed): StatisticsBed {
  let dataSource: DataSource;
  let statistics: Rollups;
  beforeAll(async () => {
    dataSource = await connect(createDataSource(readConfig(databaseSettings, { DATABASE_URL: bed.database.url }), 'statistics'));
    const parts = [new RollupsRepository(), new ReceiverEndsRepository(), new RollupProgressRepository()] as const;
    statistics = new Rollups(...parts, new Logger('token-api', { logLevel: 'error' }), dataSource);
  });
  afterAll(() => dataSource.destroy());
  return {
    count: async () => {
      // A step counts rows recorded before its millisecond, so a test's newest rows must be older.
      await bed.database.query('SELECT pg_sleep(0.001)');
      await statistics.pause(0);
      while ((await statistics.step()) !== 'nothing') await statistics.pause(0);
    },
  };
}
