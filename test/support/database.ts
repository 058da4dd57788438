import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testStack } from './test-stack.js';

export interface TestDatabase {
  readonly url: string;
  readonly query: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly drop: () => Promise<void>;
}

/** A database of this test file alone, copied from the migrated template. */
export async function createDatabase(): Promise<TestDatabase> {
  const { databaseUrl, template } = testStack();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryAt(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (sql, values) => queryAt(url.href, sql, values),
    drop: async () => {
      await queryAt(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function queryAt<Row>(connectionString: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(sql, [...values]);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
