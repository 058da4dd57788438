// Removes what is past its retention now, or says with --dry-run what would go.
import { parseArgs } from 'node:util';
import { type Env, readConfig, systemClock } from '#libs/config';
import type { CommandContext, CommandOutcome } from '#libs/observability';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { OldRowsRepository } from './retention/old-rows.repository.js';
import { retentionSettings } from './retention/retention.config.js';
import { Retention, type Sweep } from './retention/retention.service.js';

export const COMMAND = {
  usage: 'retention [--dry-run]',
  parse: (argv: readonly string[]): boolean =>
    parseArgs({ args: [...argv], options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run'],
  run: async (isDryRun: boolean, { env }: CommandContext): Promise<CommandOutcome> => {
    const sweep = await sweepOnce(isDryRun, env);
    if (!sweep) throw new Error('Another retention run is in progress. Nothing was done; try again in a minute.');
    return { output: JSON.stringify(toReport(sweep, isDryRun)) };
  },
};

async function sweepOnce(isDryRun: boolean, env: Env): Promise<Sweep | undefined> {
  const config = readConfig({ ...databaseSettings, ...retentionSettings }, env);
  return withDatabase(config, 'retention', (dataSource) => {
    const retention = new Retention(new OldRowsRepository(dataSource), dataSource, systemClock);
    return isDryRun ? retention.look(config) : retention.sweep(config);
  });
}

function toReport({ partitions, rows }: Sweep, isDryRun: boolean): object {
  return {
    dryRun: isDryRun,
    partitions: partitions.map(({ name, rows, bytes, outcome }) => ({ partition: name, rows, bytes, outcome })),
    rows,
  };
}
