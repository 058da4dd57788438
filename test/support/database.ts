import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { testStack } from './test-stack.js';

export interface TestDatabase {
  readonly url: string;
  readonly query: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly drop: () => Promise<void>;
}

/** Creates a database for this test file alone, copied from the migrated template. */
export async function createDatabase(): Promise<TestDatabase> {
  const { databaseUrl, template } = testStack();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await copyDatabase(databaseUrl, { name, template });
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({ connectionString: url.href, max: 4, idleTimeoutMillis: 2_000, allowExitOnIdle: true });
  pool.on('error', () => undefined); // Tests end connections and servers on purpose.
  return {
    url: url.href,
    query: async <Row>(sql: string, values: readonly unknown[] = []) => (await pool.query(sql, [...values])).rows as Row[],
    drop: async () => {
      await pool.end();
      await query(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Copies file by file, which is fast: the only strategy of PostgreSQL 14, but not the default of later versions. */
export async function copyDatabase(
  serverUrl: string,
  { name, template }: { readonly name: string; readonly template: string },
): Promise<void> {
  const [server] = await query<{ version: number }>(serverUrl, `SELECT current_setting('server_version_num')::integer AS version`);
  await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}${server!.version < 150_000 ? '' : ' STRATEGY FILE_COPY'}`);
}

/** Makes all events a minute older, because `missing` omits events stored in the last seconds. `sentEarlier` makes their causes older. */
export const makeEventsOlder = ({ query: run }: Pick<TestDatabase, 'query'>): Promise<unknown> =>
  run(`UPDATE event SET stored_at = stored_at - interval '1 minute'`);

/** Runs the statement in a transaction of its own: its locks stay until the client is ended. */
export async function holding({ url }: Pick<TestDatabase, 'url'>, sql: string, values: readonly unknown[] = []): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // A failing test ends while its database is removed.
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql, [...values]);
  return client;
}

/** SQL condition for a lock in this database that somebody waits for. The server lists the locks of all test files. */
export const AWAITED_LOCK = `NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Runs one statement on a separate connection. */
export async function query<Row>(connectionString: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}
