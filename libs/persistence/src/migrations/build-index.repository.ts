import type { QueryRunner } from 'typeorm';

export interface WantedIndex {
  readonly name: string;
  readonly table: string;
  /** The part of CREATE INDEX after the table's name. */
  readonly definition: string;
}

/** Partitions without their part of the index. An interrupted run may have built some parts. */
const WITHOUT = `
  SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = $1::regclass AND NOT EXISTS (
    SELECT 1 FROM pg_inherits part JOIN pg_index ON pg_index.indexrelid = part.inhrelid
    WHERE part.inhparent = $2::regclass AND pg_index.indrelid = child.oid)
  ORDER BY 1`;

/** Builds the index on a partitioned table. The parent's index becomes valid with its last part; new partitions inherit it from the parent. */
export async function buildOnPartitions(runner: QueryRunner, { name, table, definition }: WantedIndex): Promise<void> {
  await runner.startTransaction();
  await runner.query(`SET LOCAL lock_timeout = '2s'`);
  await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${definition}`);
  await runner.commitTransaction();
  const partitions = (await runner.query(WITHOUT, [table, name])) as { name: string }[];
  for (const partition of partitions) {
    const part = `${name}_of_${partition.name.slice(table.length + 1)}`;
    await build(runner, { name: part, table: partition.name, definition });
    await runner.query(`ALTER INDEX ${name} ATTACH PARTITION ${part}`);
  }
}

/** Builds the index. It first drops the invalid index that an interrupted build leaves behind. */
export async function build(runner: QueryRunner, { name, table, definition }: WantedIndex): Promise<void> {
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${table} ${definition}`);
}
