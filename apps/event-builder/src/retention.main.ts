// Removes what is past its retention now, or says with --dry-run what would go.
import { parseArgs } from 'node:util';
import { type Env, readConfig, systemClock } from '#libs/config';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import { OldRowsRepository } from './retention/old-rows.repository.js';
import { retentionSettings } from './retention/retention.config.js';
import { Retention, type Sweep } from './retention/retention.service.js';

process.exitCode = await run(process.argv.slice(2), process.env);

async function run(args: string[], env: Env): Promise<number> {
  try {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
    const sweep = await sweepOnce(env, values['dry-run']);
    if (!sweep) process.stderr.write('Another instance removes at this moment: nothing was done, try again in a minute.\n');
    else process.stdout.write(`${JSON.stringify(toReport(sweep, values['dry-run']))}\n`);
    return sweep ? 0 : 1;
  } catch (error) {
    process.stderr.write(`Retention did not end, start it again: ${(error as Error).message}\n`);
    return 1;
  }
}

async function sweepOnce(env: Env, isDryRun: boolean): Promise<Sweep | undefined> {
  const config = readConfig({ ...databaseSettings, ...retentionSettings }, env);
  const dataSource = await connect(createDataSource(config, 'retention'));
  try {
    const retention = new Retention(new OldRowsRepository(dataSource), dataSource, systemClock);
    return await (isDryRun ? retention.look(config) : retention.sweep(config));
  } finally {
    await dataSource.destroy();
  }
}

function toReport({ partitions, rows }: Sweep, isDryRun: boolean): object {
  return {
    dryRun: isDryRun,
    partitions: partitions.map(({ name, rows, bytes, outcome }) => ({ partition: name, rows, bytes, outcome })),
    rows,
  };
}
