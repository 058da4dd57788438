import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#libs/config';
import { type DataSource, type Migration, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { underLock } from './data-source.provider.js';
import { keepPositionsRising } from './event-position.repository.js';
import { abandonedBuilds, blockers, holdersOf, invalidIndexes } from './migration-waits.repository.js';
import { ensurePartitions } from './partitions.repository.js';

const MIGRATION_LOCK = { key: 7_316_004, waits: true };
/** Simultaneous connections: for the lock, for the migration, and for observing its waits. */
export const MIGRATE_CONNECTIONS = 3;
const ABANDONED_POLL_MS = SECOND / 2;

/**
 * Brings the schema up to date. It is safe to start from several places at once.
 * @param tell called with each migration's name as it begins, and with the sessions that it waits for
 * @returns the names of the migrations that ran
 * @throws the error of a failed migration (earlier migrations stay done), or an Error about invalid indexes or other first tables
 */
export async function migrate(dataSource: DataSource, nowMs: number, tell: ReportProgress = () => undefined): Promise<string[]> {
  let awaited = (): Promise<string[]> => holdersOf(dataSource, MIGRATION_LOCK.key);
  // TypeORM takes no lock of its own: two concurrent runs crash each other.
  const work = underLock(dataSource, MIGRATION_LOCK, async () => {
    awaited = () => blockers(dataSource);
    await refuseOtherFirst(dataSource);
    const names = await runPending(dataSource, tell);
    await ensurePartitions(dataSource, nowMs);
    await keepPositionsRising(dataSource);
    await refuseInvalidIndexes(dataSource);
    return names;
  });
  return (await withProgress(() => awaited(), tell, work)) ?? [];
}

async function runPending(dataSource: DataSource, tell: ReportProgress): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    await endWithUs(runner);
    await untilNoneIsAbandoned(runner, tell);
    const executor = new MigrationExecutor(dataSource, runner);
    const pending = await executor.getPendingMigrations();
    for (const migration of pending) {
      tell(`${migration.name} begins.`);
      await run(executor, runner, migration);
    }
    return pending.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/**
 * Makes the server notice within two seconds that this process is gone, even during a statement. Otherwise an index build would continue
 * without the lock, behind a long transaction for hours.
 */
async function endWithUs(runner: QueryRunner): Promise<void> {
  await runner.query("SET client_connection_check_interval = '2s'").catch(() => undefined); // PostgreSQL lacks this setting on some systems
}

/** Waits for index builds that an earlier run left behind: the repeated migration would change the same index. */
async function untilNoneIsAbandoned(runner: QueryRunner, tell: ReportProgress): Promise<void> {
  let builds = await abandonedBuilds(runner);
  if (builds.length > 0) tell(`An earlier run has left an index build running: waiting for ${builds.join(', ')}.`);
  while (builds.length > 0) {
    await pause(ABANDONED_POLL_MS);
    builds = await abandonedBuilds(runner);
  }
}

async function run(executor: MigrationExecutor, runner: QueryRunner, migration: Migration): Promise<void> {
  if (migration.instance?.transaction === false) return void (await executor.executeMigration(migration));
  await runner.startTransaction();
  try {
    await executor.executeMigration(migration);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined); // the original error is more useful than the lost connection
    throw error;
  }
}

async function refuseInvalidIndexes(dataSource: DataSource): Promise<void> {
  const names = await invalidIndexes(dataSource);
  if (names.length === 0) return;
  throw new Error(
    `Not valid, because its build was broken off: ${names.join(', ')}. REINDEX INDEX CONCURRENTLY builds it again; then run migrate again.`,
  );
}

class SchemaBehind extends Error {}

/** True for a refusal that ends once the migrations have run. */
export const isBehind = (refusal: unknown): boolean => refusal instanceof SchemaBehind;

/**
 * Until 1.0.0, a change that cannot expand replaces the first migration and raises its number (CONTRIBUTING.md). No migration leads from the
 * tables of one number to the tables of another.
 */
async function refuseOtherFirst(dataSource: DataSource): Promise<void> {
  const [first] = dataSource.migrations.map(numberOf);
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(`SELECT to_regclass('migration') IS NOT NULL AS exists`);
  if (!exists) return;
  const [{ found }] = await dataSource.query<[{ found: number | null }]>('SELECT min(timestamp) AS found FROM migration');
  if (found === null || found === first) return;
  throw new Error(
    `The first migration of this database is ${found}, but the first of this commit is ${first}, so this commit starts with an empty database and empty topics; nothing was touched.`,
  );
}

/** @throws Error that says what to do when this program and the schema do not fit each other */
export async function refuseOtherSchema(dataSource: DataSource): Promise<void> {
  await refuseOtherFirst(dataSource);
  await refusePendingMigrations(dataSource);
  await refuseNewerSchema(dataSource);
}

/**
 * A schema with additions is fine: during a rolling update, old apps work on the new tables. The floor of a schema tells when it lacks
 * something that this program needs (CONTRIBUTING.md).
 */
async function refuseNewerSchema(dataSource: DataSource): Promise<void> {
  const newest = Math.max(...dataSource.migrations.map(numberOf));
  const [row] = await dataSource.query<{ floor: number }[]>('SELECT max(floor) AS floor FROM schema_floor');
  if ((row?.floor ?? 0) <= newest) return;
  throw new Error(
    `The database schema is newer than this program can work with (it knows ${newest}, needed is ${row?.floor}): start the version that belongs to the schema.`,
  );
}

/** `FirstTables1764700000000` */
const numberOf = ({ name, constructor }: MigrationInterface): number => Number((name ?? constructor.name).slice(-13));

/** @throws Error that names the command to run when the schema is behind the code */
async function refusePendingMigrations(dataSource: DataSource): Promise<void> {
  if (await dataSource.showMigrations()) {
    throw new SchemaBehind(
      'The database schema is older than this program: run `npm run cli -- migrate` with the same DATABASE_URL, then start again.',
    );
  }
}

/** Receives the progress of a long command, line by line. */
type ReportProgress = (line: string) => void;

const LOOK_EVERY_MS = SECOND;
const REPEAT_AFTER_LOOKS = 10;

/** Reports the waits of the work until it is done: at each change, and every ten seconds. @param awaited [] = the work waits for nothing */
async function withProgress<T>(awaited: () => Promise<string[]>, tell: ReportProgress, work: Promise<T>): Promise<T> {
  const end = new AbortController();
  const watch = watching(awaited, tell, end.signal);
  try {
    return await work;
  } finally {
    end.abort();
    await watch;
  }
}

async function watching(awaited: () => Promise<string[]>, tell: ReportProgress, end: AbortSignal): Promise<void> {
  let told = '';
  for (let looks = 1; await passes(LOOK_EVERY_MS, end); looks++) {
    const names = await awaited().catch(() => []); // ignore a failed query here: the migration reports its own errors
    const line = names.length === 0 ? 'Still at work.' : `Waiting for ${names.join(', ')}.`;
    if (looks % REPEAT_AFTER_LOOKS !== 0 && (names.length === 0 || line === told)) continue;
    tell(line);
    told = line;
  }
}

/** @returns false when the signal aborts first */
const passes = (ms: number, signal: AbortSignal): Promise<boolean> => pause(ms, true, { signal }).catch(() => false);
