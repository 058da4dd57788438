import type { DataSource } from 'typeorm';
import { underLock } from './data-source.provider.js';
import { ensurePartitions } from './partitions.repository.js';

const MIGRATION_LOCK = { key: 7_316_004, waits: true };

/** Brings the schema up to date; safe to start from several places at once. @returns the names of the migrations that ran */
export async function migrate(dataSource: DataSource, nowMs: number): Promise<string[]> {
  // TypeORM takes no lock of its own: two concurrent runs crash each other.
  const ran = await underLock(dataSource, MIGRATION_LOCK, async () => {
    const migrations = await dataSource.runMigrations();
    await ensurePartitions(dataSource, nowMs);
    return migrations.map((migration) => migration.name);
  });
  return ran ?? [];
}

class SchemaBehind extends Error {}

/** True of a refusal that ends as soon as the migrations have run. */
export const isBehind = (refusal: unknown): boolean => refusal instanceof SchemaBehind;

/** @throws Error that says what to do when this program and the schema do not fit each other */
export async function refuseOtherSchema(dataSource: DataSource): Promise<void> {
  await refusePendingMigrations(dataSource);
  await refuseNewerSchema(dataSource);
}

/**
 * A schema that has grown is no hindrance: while apps are exchanged one after the other, the old ones work on the new tables. One that has
 * lost what this program needs says so by its floor (CONTRIBUTING.md).
 */
async function refuseNewerSchema(dataSource: DataSource): Promise<void> {
  const newest = Math.max(...dataSource.migrations.map((migration) => timestampOf(migration.name ?? migration.constructor.name)));
  const [row] = await dataSource.query<{ floor: number }[]>('SELECT max(floor) AS floor FROM schema_floor');
  if ((row?.floor ?? 0) <= newest) return;
  throw new Error(
    `The database schema is newer than this program can work with (it knows ${newest}, needed is ${row?.floor}): start the version that belongs to it.`,
  );
}

/** `FirstTables1763700000000` */
const timestampOf = (name: string): number => Number(name.slice(-13));

/** @throws Error that names the command to run when the schema is behind the code */
async function refusePendingMigrations(dataSource: DataSource): Promise<void> {
  if (await dataSource.showMigrations()) {
    throw new SchemaBehind(
      'The database schema is older than this program: run `npm run cli -- migrate` with the same DATABASE_URL, then start again.',
    );
  }
}
