import type { DataSource } from 'typeorm';
import { ensurePartitions } from './partitions.repository.js';

const MIGRATION_LOCK = 7_316_004;

/** Brings the schema up to date; safe to start from several places at once. @returns the names of the migrations that ran */
export async function migrate(dataSource: DataSource, nowMs: number): Promise<string[]> {
  // TypeORM takes no lock of its own: two concurrent runs crash each other.
  const runner = dataSource.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const migrations = await dataSource.runMigrations();
    await ensurePartitions(dataSource, nowMs);
    return migrations.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
  }
}

/** @throws Error that names the command to run when the schema is behind the code */
export async function refusePendingMigrations(dataSource: DataSource): Promise<void> {
  if (await dataSource.showMigrations()) {
    throw new Error(
      'The database schema is older than this program: run `npm run cli -- migrate` with the same DATABASE_URL, then start again.',
    );
  }
}
