// Removes rows past their retention now, or lists them with --dry-run.
import { defineCommand, flag } from '#libs/command-line';
import { type Env, readConfig, systemClock } from '#libs/config';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { OldRowsRepository } from './old-rows.repository.js';
import { retentionSettings } from './retention.config.js';
import { Retention, type Sweep } from './retention.service.js';

export const COMMAND = defineCommand({
  name: 'retention',
  summary: 'removes data that is past its retention',
  more: '--dry-run only lists what would go (docs/decisions/0008-retention.md)',
  options: { dryRun: flag('--dry-run', 'only list what would go') },
  reads: [
    'DATABASE_URL',
    '[SCAN_RETENTION_DAYS]',
    '[EVENT_RETENTION_DAYS]',
    '[DELIVERY_RETENTION_DAYS]',
    '[CONSIGNMENT_RETENTION_DAYS]',
    '[CONSIGNMENT_IDLE_DAYS]',
    '[GENERATION_MEMORY_DAYS]',
  ],
  run: async ({ dryRun }, { env }) => {
    const sweep = await sweepOnce(dryRun, env);
    if (!sweep) throw new Error('Another retention run is in progress. Nothing was done; try again in a minute.');
    return { json: toReport(sweep, dryRun) };
  },
});

async function sweepOnce(dryRun: boolean, env: Env): Promise<Sweep | undefined> {
  const config = readConfig({ ...databaseSettings, ...retentionSettings }, env);
  return withDatabase(config, 'retention', (dataSource) => {
    const retention = new Retention(new OldRowsRepository(dataSource), dataSource, systemClock);
    return dryRun ? retention.look(config) : retention.sweep(config);
  });
}

function toReport({ partitions, rows }: Sweep, dryRun: boolean): object {
  return {
    dryRun,
    partitions: partitions.map(({ name, rows, bytes, outcome }) => ({ partition: name, rows, bytes, outcome })),
    rows,
  };
}
