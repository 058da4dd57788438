import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '#libs/config';
import { connect, createDataSource, databaseSettings, toDataSourceOptions } from '#libs/persistence';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { writeMigration } from '../support/new-migration.js';

/** TypeORM writes `migration` itself, and refuses an entity without a primary key such as `schema_floor`. */
const WITHOUT_ENTITY = ['migration', 'schema_floor'];
/** Only the migrations define indexes, checks, references and the defaults of positions. TypeORM drops and adds a changed primary key. */
const IN_MIGRATIONS_ALONE = /^DROP INDEX |^ALTER TABLE "\w+" DROP CONSTRAINT |^ALTER TABLE "event" ALTER COLUMN "stored_\w+" DROP DEFAULT$/;

let database: TestDatabase;
let dataSource: ReturnType<typeof createDataSource>;

beforeAll(async () => {
  database = await createDatabase();
  dataSource = await connect(createDataSource(readConfig(databaseSettings, { DATABASE_URL: database.url }), 'entities'));
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the entities', () => {
  it('exist exactly once for each table', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    );
    const described = dataSource.entityMetadatas.map(({ tableName }) => tableName);
    expect([...described, ...WITHOUT_ENTITY].toSorted()).toEqual(tables.map(({ name }) => name));
  });

  it('have the columns of the migrated tables: names, types, defaults, primary keys', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    const missing = upQueries.map(({ query }) => query).filter((statement) => !IN_MIGRATIONS_ALONE.test(statement));
    if (missing.length > 0 && process.env['UPDATE_DOCS']) await writeMigration(missing, Date.now());
    expect(missing).toEqual([]);
  });

  it('change no table when an app starts', () => {
    const options = toDataSourceOptions(readConfig(databaseSettings, { DATABASE_URL: database.url }), 'entities');
    expect(options).toMatchObject({ synchronize: false });
  });
});
