// Before 1.0.0 a commit may begin with other tables. Such a commit does not touch the tables of other commits (CONTRIBUTING.md: Until
// 1.0.0).
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../libs/persistence/src/migrations/migrations.js';
import { runHostedCommand } from '../support/command.js';
import { query } from '../support/database.js';
import { dropDatabase, newDatabase, rowCounts, shapeOf } from '../support/schema.js';
import { useTestBed } from '../support/test-bed.js';

const FIRST = Number(MIGRATIONS[0]?.name.slice(-13));
const APPS = ['token-api', 'event-builder', 'webhook-sender'] as const;
const bed = useTestBed();
let url: string;

beforeEach(async () => (url = await newDatabase()));
afterEach(() => dropDatabase(url));

/** Prepares a database as a commit with these migrations leaves it: tables of the same names, with another structure. */
async function begin(...migrations: readonly number[]): Promise<void> {
  await query(url, 'CREATE TABLE account (account_id bigint PRIMARY KEY)');
  await query(url, 'INSERT INTO account VALUES (7)');
  await query(url, 'CREATE TABLE migration (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name varchar NOT NULL)');
  for (const number of migrations) await query(url, `INSERT INTO migration ("timestamp", name) VALUES (${number}, 'Some${number}')`);
}

const refusal = (found: number): string =>
  `The first migration of this database is ${found}, but the first of this commit is ${FIRST}, so this commit starts with an empty database and empty topics; nothing was touched.`;

const state = async (): Promise<unknown[]> => [
  await shapeOf(url),
  await rowCounts(url),
  await query(url, 'SELECT * FROM migration ORDER BY id'),
];

describe('the tables of a commit whose first migration has another number', () => {
  it.each([
    ['a smaller one', 1_763_700_000_000, [1_763_700_000_000, 1_763_750_000_000]],
    ['a smaller one, and the number of this commit later', 1_763_700_000_000, [1_763_700_000_000, FIRST]],
    ['a greater one', FIRST + 1, [FIRST + 1]],
  ])('%s: are refused at once by migrate and the apps, and stay untouched', async (_, found, migrations) => {
    await begin(...migrations);
    const before = await state();
    expect(await runHostedCommand(['migrate'], { DATABASE_URL: url })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(refusal(found)),
    });
    for (const app of APPS) await expect(bed.startApp(app, { DATABASE_URL: url })).rejects.toThrow(refusal(found));
    expect(await state()).toEqual(before);
  });
});
