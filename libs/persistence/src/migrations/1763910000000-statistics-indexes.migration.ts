import type { MigrationInterface, QueryRunner } from 'typeorm';

interface PartitionedIndex {
  readonly name: string;
  readonly table: 'delivery' | 'delivery_attempt';
  /** What follows the name of the table. */
  readonly definition: string;
}

// The statistics job asks which attempts are new, and for all attempts of a minute. Both columns follow the order of the rows, so that a few
// hundred kilobytes of BRIN find them. Cancelled deliveries are few.
const brin = (column: string): string => `USING brin (${column}) WITH (pages_per_range = 16, autosummarize = on)`;
const INDEXES: readonly PartitionedIndex[] = [
  { name: 'delivery_attempt_recorded', table: 'delivery_attempt', definition: brin('recorded_at') },
  { name: 'delivery_attempt_made', table: 'delivery_attempt', definition: brin('attempted_at') },
  { name: 'delivery_cancelled', table: 'delivery', definition: `(updated_at) WHERE status = 'cancelled'` },
];

/** Partitions that have no part of the index yet: a run that was ended may have built some. */
const WITHOUT = `
  SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = $1::regclass AND NOT EXISTS (
    SELECT 1 FROM pg_inherits part JOIN pg_index ON pg_index.indexrelid = part.inhrelid
    WHERE part.inhparent = $2::regclass AND pg_index.indrelid = child.oid)
  ORDER BY 1`;

export class StatisticsIndexes1763910000000 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await build(runner, index);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup instead.');
  }
}

/** The parent's index becomes valid with the last of its parts; new partitions get theirs from the parent. */
async function build(runner: QueryRunner, { name, table, definition }: PartitionedIndex): Promise<void> {
  await runner.startTransaction();
  await runner.query(`SET LOCAL lock_timeout = '2s'`);
  await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${definition}`);
  await runner.commitTransaction();
  const partitions = (await runner.query(WITHOUT, [table, name])) as { name: string }[];
  for (const partition of partitions) {
    const part = `${name}_of_${partition.name.slice(table.length + 1)}`;
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${part}`);
    await runner.query(`CREATE INDEX CONCURRENTLY ${part} ON ${partition.name} ${definition}`);
    await runner.query(`ALTER INDEX ${name} ATTACH PARTITION ${part}`);
  }
}
