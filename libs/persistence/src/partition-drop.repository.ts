import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { withLongStatement } from './data-source.provider.js';
import { weekEndMs } from './partition-weeks.js';
import { PARTITIONED, type PartitionedTable } from './partitions.repository.js';

export interface StandingPartition {
  readonly table: PartitionedTable;
  /** `delivery_p20261116` */
  readonly name: string;
  /** `p20261116`, the same for the partitions of all tables of one week. */
  readonly week: string;
  /** Every row of the partition was inserted before this, epoch ms. */
  readonly endMs: number;
  /** Size including indexes. */
  readonly bytes: number;
  /** The database's latest estimate; 0 = never estimated. */
  readonly rows: number;
}

/** `pending`: a delivery in the partition is not over yet. `busy`: the lock was not free within the short wait, so nothing has changed. */
export type DropOutcome = 'dropped' | 'pending' | 'busy';

const STANDING = `
  SELECT parent.relname AS table, child.relname AS name, pg_total_relation_size(child.oid) AS bytes,
    GREATEST(child.reltuples, 0)::bigint AS rows
  FROM pg_inherits JOIN pg_class parent ON parent.oid = inhparent JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = ANY($1::regclass[]) ORDER BY child.relname`;

/** Returns the partitions whose names contain their week. A partition that an operator attached under another name is left alone. */
export async function standingPartitions(dataSource: DataSource): Promise<StandingPartition[]> {
  const rows = await dataSource.query<Omit<StandingPartition, 'week' | 'endMs'>[]>(STANDING, [PARTITIONED.map(({ table }) => table)]);
  return rows.flatMap((row) => {
    const week = row.name.slice(row.table.length + 1);
    const endMs = weekEndMs(week);
    return endMs === undefined ? [] : [{ ...row, week, endMs }];
  });
}

/**
 * Dropping a partition locks its whole table for a moment, and later statements queue behind the request. So the request ends soon, and before
 * deadlock_timeout (1 s): a transaction in a circular wait is freed before PostgreSQL reports a deadlock.
 */
const LOCK_TIMEOUT_MS = 700;
/** The first check may take long: no transaction waits for it. */
const LOOK_TIMEOUT_MS = 10 * 60_000;
/** The second check uses an index and takes milliseconds. A slower one is cancelled, because other transactions wait for it. */
const SECOND_LOOK_TIMEOUT_MS = 700;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const QUERY_CANCELED = '57014';

/**
 * Drops one partition unless it holds a pending delivery. Test deliveries do not count: the message of such an old test was lost.
 * @throws any other error, such as a database that is down
 */
export async function dropPartition(dataSource: DataSource, { table, name }: StandingPartition): Promise<DropOutcome> {
  if (table !== 'delivery') return dropLocked(dataSource, (manager) => drop(manager, name));
  const look = await findPending(dataSource, name);
  if (look.isPending) return 'pending';
  return dropLocked(dataSource, async (manager) => {
    await manager.query(`LOCK TABLE ONLY ${name} IN SHARE ROW EXCLUSIVE MODE`);
    await manager.query(`SET LOCAL statement_timeout = ${SECOND_LOOK_TIMEOUT_MS}`);
    const [begun] = await manager.query<object[]>(begunSince(name), [look.began]);
    return begun ? 'pending' : drop(manager, name);
  });
}

/** Runs without a lock: a week of millions of rows takes a while, and its deliveries must stay writable meanwhile. */
function findPending(dataSource: DataSource, name: string): Promise<{ began: string; isPending: boolean }> {
  return dataSource.transaction(async (manager) => {
    const [clock] = await manager.query<{ began: string }[]>('SELECT clock_timestamp()::text AS began');
    const look = `SELECT 1 FROM ${name} WHERE status = 'pending' AND NOT is_test LIMIT 1`;
    const found = await withLongStatement(manager, LOOK_TIMEOUT_MS, () => manager.query<object[]>(look));
    return { began: clock?.began ?? '', isPending: found.length > 0 };
  });
}

/**
 * Runs under the lock, so that no delivery becomes pending meanwhile. Since the first check, only a redelivery can have made one pending: a
 * running redelivery, or one that has published since (its row says when). The receiver's index finds it, however large the week is.
 */
const begunSince = (name: string): string => `
  SELECT 1 FROM redelivery JOIN ${name} AS delivery USING (receiver_id)
  WHERE (redelivery.state = 'running' OR redelivery.updated_at >= $1) AND delivery.status = 'pending' AND NOT delivery.is_test LIMIT 1`;

async function drop(manager: EntityManager, name: string): Promise<DropOutcome> {
  await manager.query(`DROP TABLE ${name}`);
  return 'dropped';
}

async function dropLocked(dataSource: DataSource, work: (manager: EntityManager) => Promise<DropOutcome>): Promise<DropOutcome> {
  try {
    return await dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return work(manager);
    });
  } catch (error) {
    if (isBusy(error)) return 'busy';
    throw error;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  [LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED, QUERY_CANCELED].includes((error.driverError as { code?: string }).code ?? '');
