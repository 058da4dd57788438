// Brings the tables up to date. Progress and waits go to stderr as they happen: on Kubernetes, nothing else shows them.
import { defineCommand } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { migrate, MIGRATE_CONNECTIONS } from './migrations.repository.js';
import { databaseSettings } from './persistence.config.js';
import { withDatabase } from './with-database.client.js';

export const COMMAND = defineCommand({
  name: 'migrate',
  summary: 'brings the tables up to date; safe to start from several places at once',
  reads: ['DATABASE_URL'],
  run: async (_, { env, printError }) => {
    const config = { ...readConfig(databaseSettings, env), databaseStatementTimeoutMs: 0, databasePoolSize: MIGRATE_CONNECTIONS };
    const migrated = await withDatabase(config, 'migrate', (dataSource) => migrate(dataSource, Date.now(), printError));
    return { json: { migrated }, text: migrated.length === 0 ? 'The schema is up to date.' : `Migrated: ${migrated.join(', ')}` };
  },
});
