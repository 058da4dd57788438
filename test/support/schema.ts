// Databases as each version has left them.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings, migrate } from '#libs/persistence';
import { copyDatabase, query } from './database.js';
import { testStack } from './test-stack.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'migrations');
/** Migrations with sample rows of their time: `1764700000000` … */
export const VERSIONS = readdirSync(FIXTURES).map((name) => name.replace('.sql', ''));

/** Creates a database without tables, or a copy of the template, to which nothing may be connected. @returns its DATABASE_URL */
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

/** Migrates the tables from the previous version to this version, and adds the rows of its time. */
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

/** The structure of the tables, by kind. Indexes and constraints have no names here, because the database invents names for partitions. */
export type Shape = Readonly<Record<string, readonly unknown[]>>;

const OURS = `'public'::regnamespace`;
const SHAPE = {
  tables: `
    SELECT relname, relkind, relpersistence, relispartition, reloptions, pg_get_partkeydef(oid) AS partition_key, pg_get_expr(relpartbound, oid) AS bound,
      (SELECT reloptions FROM pg_class toast WHERE toast.oid = pg_class.reltoastrelid) AS toast_options
    FROM pg_class WHERE relnamespace = ${OURS} AND relkind NOT IN ('i', 'I', 'S') ORDER BY 1`,
  columns: `
    SELECT relname, attname, format_type(atttypid, atttypmod) AS type, attnotnull, pg_get_expr(adbin, adrelid) AS value, attidentity, attgenerated, attstorage,
      attcompression, attstattarget, attoptions
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = ${OURS} AND relkind NOT IN ('i', 'I', 'S') AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`,
  indexes: `
    SELECT table_.relname, regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON') AS definition, indisvalid FROM pg_index
    JOIN pg_class table_ ON table_.oid = indrelid WHERE table_.relnamespace = ${OURS} ORDER BY 1, 2`,
  constraints: `
    SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE connamespace = ${OURS} AND conrelid <> 0 ORDER BY 1, 2`,
  sequences: `
    SELECT sequencename, data_type::text AS type, start_value, min_value, max_value, increment_by, cycle, cache_size,
      (SELECT refobjid::regclass || '.' || refobjsubid FROM pg_depend WHERE objid = (quote_ident(sequencename))::regclass AND deptype IN ('a', 'i')) AS owner
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  functions: `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE pronamespace = ${OURS} ORDER BY 1`,
  triggers: `
    SELECT pg_get_triggerdef(pg_trigger.oid) AS definition, tgenabled FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = ${OURS} AND NOT tgisinternal ORDER BY 1`,
};

export async function shapeOf(url: string): Promise<Shape> {
  const shape: Record<string, unknown[]> = {};
  for (const [kind, sql] of Object.entries(SHAPE)) shape[kind] = await query(url, sql);
  return shape;
}

/** Counts the rows of every table; rows of partitions count for their parent. */
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
