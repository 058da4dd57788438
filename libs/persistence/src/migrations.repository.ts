import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#libs/config';
import { type DataSource, type Migration, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { underLock } from './data-source.provider.js';
import { keepPositionsRising } from './event-position.repository.js';
import { abandonedBuilds, blockers, holdersOf, invalidIndexes } from './migration-waits.repository.js';
import { ensurePartitions } from './partitions.repository.js';

const MIGRATION_LOCK = { key: 7_316_004, waits: true };
/** Connections at once: one for the lock, one for the migration, one that looks what it waits for. */
export const MIGRATE_CONNECTIONS = 3;
const ABANDONED_POLL_MS = SECOND / 2;

/**
 * Brings the schema up to date; safe to start from several places at once.
 * @param tell called with each migration's name as it begins, and with what it waits for
 * @returns the names of the migrations that ran
 * @throws Error of the migration that failed; those before it stay done. Or one that names the indexes that are not valid, or other first tables
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
 * The server notices within two seconds that this process is gone, also in the middle of a statement: a build of an index would go on without the
 * lock otherwise, for hours behind a long transaction.
 */
async function endWithUs(runner: QueryRunner): Promise<void> {
  await runner.query("SET client_connection_check_interval = '2s'").catch(() => undefined); // not on every system that PostgreSQL runs on
}

/** What an earlier run has left at work: the migration that begins again would change the same index. */
async function untilNoneIsAbandoned(runner: QueryRunner, tell: ReportProgress): Promise<void> {
  let builds = await abandonedBuilds(runner);
  if (builds.length > 0) tell(`An earlier run has left the build of an index at work: waiting for ${builds.join(', ')}.`);
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
    await runner.rollbackTransaction().catch(() => undefined); // what failed says more than that the connection is gone, too
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

/** True of a refusal that ends as soon as the migrations have run. */
export const isBehind = (refusal: unknown): boolean => refusal instanceof SchemaBehind;

/**
 * Until 1.0.0 a change that cannot expand replaces the first migration, and raises its number (CONTRIBUTING.md): no migration leads from the
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
 * A schema that has grown is no hindrance: while apps are exchanged one after the other, the old ones work on the new tables. One that has
 * lost what this program needs says so by its floor (CONTRIBUTING.md).
 */
async function refuseNewerSchema(dataSource: DataSource): Promise<void> {
  const newest = Math.max(...dataSource.migrations.map(numberOf));
  const [row] = await dataSource.query<{ floor: number }[]>('SELECT max(floor) AS floor FROM schema_floor');
  if ((row?.floor ?? 0) <= newest) return;
  throw new Error(
    `The database schema is newer than this program can work with (it knows ${newest}, needed is ${row?.floor}): start the version that belongs to it.`,
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

/** Hears, line by line, how a command that may take long gets on. */
type ReportProgress = (line: string) => void;

const LOOK_EVERY_MS = SECOND;
const REPEAT_AFTER_LOOKS = 10;

/** Until the work is done, logs what it waits for: as soon as that changes, and every ten seconds. @param awaited [] = it waits for nothing */
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
    const names = await awaited().catch(() => []); // a failed look is no fault of the migration, which reports its own
    const line = names.length === 0 ? 'Still at work.' : `Waiting for ${names.join(', ')}.`;
    if (looks % REPEAT_AFTER_LOOKS !== 0 && (names.length === 0 || line === told)) continue;
    tell(line);
    told = line;
  }
}

/** @returns false when the end comes first */
const passes = (ms: number, signal: AbortSignal): Promise<boolean> => pause(ms, true, { signal }).catch(() => false);
