// Databases as earlier versions left them.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings, migrate } from '#libs/persistence';
import { copyDatabase, query } from './database.js';
import { testStack } from './test-stack.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'migrations');
/** Migrations that have rows of their time: `1763700000000` … */
export const VERSIONS = readdirSync(FIXTURES).map((name) => name.replace('.sql', ''));

/** A database without any table, or a copy of the template, which has no connection. @returns its DATABASE_URL */
export async function newDatabase(template?: string): Promise<string> {
  const url = new URL(testStack().databaseUrl);
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (template === undefined) await query(url.href, `CREATE DATABASE ${name}`);
  else await copyDatabase(url.href, { name, template: nameOf(template) });
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(url: string): Promise<void> {
  await query(testStack().databaseUrl, `DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`);
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Brings the tables to where they were after that migration, with rows of each version on the way. */
export async function buildAsOf(url: string, version: string): Promise<void> {
  for (const each of VERSIONS.filter((known) => known <= version)) await buildNext(url, each);
}

/** Brings the tables of the version before that one to this one, and adds the rows of its time. */
export async function buildNext(url: string, version: string): Promise<void> {
  await migrateTo(url, version);
  await query(url, readFileSync(join(FIXTURES, `${version}.sql`), 'utf8'));
}

async function migrateTo(url: string, version: string): Promise<void> {
  const dataSource = await connect(createDataSource(readConfig(databaseSettings, { DATABASE_URL: url }), 'test'));
  try {
    const later = dataSource.migrations.findIndex((migration) => migration.constructor.name.slice(-13) > version);
    if (later >= 0) dataSource.migrations.splice(later);
    await migrate(dataSource, Date.now());
  } finally {
    await dataSource.destroy();
  }
}

export interface Shape {
  readonly columns: readonly unknown[];
  readonly indexes: readonly unknown[];
  readonly constraints: readonly unknown[];
}

/** What the tables are made of, without the names that the database thinks up. */
export async function shapeOf(url: string): Promise<Shape> {
  return {
    columns: await query(
      url,
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    ),
    indexes: await query(
      url,
      `SELECT table_.relname, regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON') AS definition, indisvalid FROM pg_index
       JOIN pg_class table_ ON table_.oid = indrelid WHERE table_.relnamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    constraints: await query(
      url,
      `SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 ORDER BY 1, 2`,
    ),
  };
}

/** Rows of every table, partitions counted with their parents. */
export async function rowCounts(url: string): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     AND relname <> 'migration' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[name] = Number((await query<{ count: string }>(url, `SELECT count(*) FROM ${name}`))[0]?.count);
  return counts;
}
