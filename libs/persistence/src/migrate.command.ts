// Brings the tables up to date. What it does and waits for goes to stderr as it happens: on Kubernetes that is all one sees of it.
import { readConfig } from '#libs/config';
import { type CommandContext, noArgs } from '#libs/observability';
import { migrate, MIGRATE_CONNECTIONS } from './migrations.repository.js';
import { databaseSettings } from './persistence.config.js';
import { withDatabase } from './with-database.client.js';

export const COMMAND = { usage: 'migrate', parse: noArgs, run };

async function run(_: void, { env, printError }: CommandContext): Promise<{ output: string }> {
  const config = { ...readConfig(databaseSettings, env), databaseStatementTimeoutMs: 0, databasePoolSize: MIGRATE_CONNECTIONS };
  const names = await withDatabase(config, 'migrate', (dataSource) => migrate(dataSource, Date.now(), printError));
  return { output: names.length === 0 ? 'The schema is up to date.' : `Migrated: ${names.join(', ')}` };
}
