import type { DataSource } from 'typeorm';
import { dueWeeks, type Week } from './partition-weeks.js';

/** Tables partitioned by insertion time, each with the column of that time. */
export const PARTITIONED = [
  { table: 'scan', column: 'created_at' },
  { table: 'event', column: 'created_at' },
  { table: 'delivery', column: 'created_at' },
  { table: 'delivery_attempt', column: 'delivery_created_at' },
] as const;

export type PartitionedTable = (typeof PARTITIONED)[number]['table'];

const PARTITIONS_LOCK = 7_316_005;

/** Creates the missing weekly partitions, from two weeks back to three ahead. */
export async function ensurePartitions(dataSource: DataSource, nowMs: number): Promise<void> {
  const wanted = PARTITIONED.flatMap(({ table }) => dueWeeks(nowMs).map((week) => ({ table, week, name: `${table}_${week.label}` })));
  const missing = await missingOf(dataSource, wanted);
  if (missing.length === 0) return;
  await dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
    for (const { table, week, name } of await missingOf(manager, missing)) {
      // LIKE + ATTACH instead of PARTITION OF, which locks out every reader and writer of the parent.
      await manager.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
      await manager.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${week.from}') TO ('${week.to}')`);
    }
  });
}

/** Does not use `to_regclass`: within a transaction it does not see a table that was created during the wait for the lock. */
const MISSING = `
  SELECT name FROM unnest($1::text[]) name
  WHERE NOT EXISTS (SELECT 1 FROM pg_class WHERE relname = name AND pg_table_is_visible(oid))`;

interface Partition {
  readonly table: string;
  readonly week: Week;
  readonly name: string;
}

async function missingOf(
  db: { query(sql: string, parameters: unknown[]): Promise<unknown> },
  wanted: readonly Partition[],
): Promise<Partition[]> {
  const rows = (await db.query(MISSING, [wanted.map(({ name }) => name)])) as { name: string }[];
  const missing = new Set(rows.map(({ name }) => name));
  return wanted.filter(({ name }) => missing.has(name));
}
