import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { weekEndMs } from './partition-weeks.js';
import { PARTITIONED, type PartitionedTable } from './partitions.repository.js';

export interface StandingPartition {
  readonly table: PartitionedTable;
  /** `delivery_p20261116` */
  readonly name: string;
  /** `p20261116`, the same for the partitions of all tables of one week. */
  readonly week: string;
  /** No row of it was inserted at or after this, epoch ms. */
  readonly endMs: number;
  /** With indexes. */
  readonly bytes: number;
  /** As last estimated by the database; 0 = never. */
  readonly rows: number;
}

/** `pending`: something in it is not over yet. `busy`: the short wait for the lock was in vain; nothing has changed. */
export type DropOutcome = 'dropped' | 'pending' | 'busy';

const STANDING = `
  SELECT parent.relname AS table, child.relname AS name, pg_total_relation_size(child.oid) AS bytes,
    GREATEST(child.reltuples, 0)::bigint AS rows
  FROM pg_inherits JOIN pg_class parent ON parent.oid = inhparent JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = ANY($1::regclass[]) ORDER BY child.relname`;

/** Partitions whose name says their week; what an operator has attached under another name is his. */
export async function standingPartitions(dataSource: DataSource): Promise<StandingPartition[]> {
  const rows = await dataSource.query<Omit<StandingPartition, 'week' | 'endMs'>[]>(STANDING, [PARTITIONED.map(({ table }) => table)]);
  return rows.flatMap((row) => {
    const week = row.name.slice(row.table.length + 1);
    const endMs = weekEndMs(week);
    return endMs === undefined ? [] : [{ ...row, week, endMs }];
  });
}

/**
 * Dropping a partition locks its whole table for a moment, and whoever comes meanwhile queues behind the request. So the request is given up
 * soon, and sooner than deadlock_timeout (1 s): whatever waits for us in a circle is freed before it is called a deadlock.
 */
const LOCK_TIMEOUT_MS = 700;
const LOOK_TIMEOUT_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** Drops one partition, unless it holds a delivery that is still pending (a test that old waits for nothing: its message was lost). @throws what is neither: the database is down */
export async function dropPartition(dataSource: DataSource, { table, name }: StandingPartition): Promise<DropOutcome> {
  try {
    return await dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      if (table === 'delivery' && (await lockAndLook(manager, name))) return 'pending';
      await manager.query(`DROP TABLE ${name}`);
      return 'dropped';
    });
  } catch (error) {
    if (isBusy(error)) return 'busy';
    throw error;
  }
}

/** From here to the end of the transaction nobody makes one of these deliveries pending again; readers and all other weeks go on. */
async function lockAndLook(manager: EntityManager, name: string): Promise<boolean> {
  await manager.query(`LOCK TABLE ONLY ${name} IN SHARE ROW EXCLUSIVE MODE`);
  await manager.query(`SET LOCAL statement_timeout = ${LOOK_TIMEOUT_MS}`);
  return (await manager.query<object[]>(`SELECT 1 FROM ${name} WHERE status = 'pending' AND NOT is_test LIMIT 1`)).length > 0;
}

const isBusy = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes((error.driverError as { code?: string }).code ?? '');
