import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { Secret } from '#libs/config';
import { createDataSource, prepared } from '#libs/persistence';
import { useTestBed } from '../support/test-bed.js';

const COUNT = prepared(`SELECT count(*)::int AS count FROM parted WHERE at >= $1`);
const PREPARED = 'SELECT statement, generic_plans + custom_plans AS plans FROM pg_prepared_statements';
const SINCE = new Date('2026-01-01T00:00:00Z');
const bed = useTestBed();
let database: DataSource;

beforeAll(async () => {
  const config = { databaseUrl: new Secret(bed.database.url), databaseCa: '', databasePoolSize: 1, databaseStatementTimeoutMs: 10_000 };
  database = await createDataSource(config, 'prepared').initialize();
  await database.query('CREATE TEMP TABLE parted (at timestamptz) PARTITION BY RANGE (at)');
  await database.query("CREATE TEMP TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')");
});
afterAll(() => database.destroy());

const count = async (): Promise<number> => (await database.query<{ count: number }[]>(COUNT, [SINCE]))[0]?.count ?? -1;

describe('a prepared statement', () => {
  it('is parsed once per connection, however often it runs, and no other statement is kept', async () => {
    for (let run = 0; run < 10; run++) await count();
    await database.query('SELECT $1::int', [1]);
    expect(await database.query(PREPARED)).toEqual([{ statement: COUNT, plans: 10 }]);
  });

  it('sees partitions created after it was planned, and copes without removed partitions', async () => {
    await count();
    await database.query("CREATE TEMP TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('2026-02-01') TO ('2026-03-01')");
    await database.query("INSERT INTO parted VALUES ('2026-01-05'), ('2026-02-05')");
    expect(await count()).toBe(2);
    await database.query('DROP TABLE parted_2');
    expect(await count()).toBe(1);
  });
});
