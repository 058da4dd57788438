// Brings the tables up to date. What it does and waits for goes to stderr as it happens: on Kubernetes that is all one sees of it.
import { readConfig } from '#libs/config';
import { noArgs, runCommandLine } from '#libs/observability';
import { migrate, MIGRATE_CONNECTIONS } from './migrations.service.js';
import { databaseSettings } from './persistence.config.js';
import { withDatabase } from './with-database.client.js';

const COMMAND = { usage: 'migrate', parse: noArgs, run };

process.exitCode = await runCommandLine(COMMAND, process.argv.slice(2));

async function run(): Promise<{ output: string }> {
  const config = { ...readConfig(databaseSettings, process.env), databaseStatementTimeoutMs: 0, databasePoolSize: MIGRATE_CONNECTIONS };
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const names = await withDatabase(config, 'migrate', (dataSource) => migrate(dataSource, Date.now(), tell));
  return { output: names.length === 0 ? 'The schema is up to date.' : `Migrated: ${names.join(', ')}` };
}
