import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { isLasting } from '#libs/messaging';
import { batchTransaction, createDataSource, prepared } from '#libs/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { AWAITED_LOCK } from '../support/database.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** Statements of one transaction that are sent together, as event-builder sends the statements of a batch. */
const bed = useTestBed();
let database: DataSource;

const LOCK = 'SELECT pg_advisory_xact_lock(4712)';
const COUNT = 'SELECT count(*)::int AS count FROM taken';

const open = (databasePoolSize: number): Promise<DataSource> =>
  createDataSource(
    { databaseUrl: new Secret(bed.database.url), databaseCa: '', databasePoolSize, databaseStatementTimeoutMs: 10_000 },
    'batch-transaction',
  ).initialize();

beforeAll(async () => {
  database = await open(2);
  await database.query('CREATE TABLE taken (name text PRIMARY KEY)');
});
afterAll(() => database.destroy());

const insert = (manager: EntityManager, name: string): Promise<unknown> => manager.query('INSERT INTO taken VALUES ($1)', [name]);
const names = async (): Promise<string[]> => (await database.query<{ name: string }[]>('SELECT name FROM taken')).map(({ name }) => name);

describe('statements that are sent together with the BEGIN of their transaction', () => {
  it('belong to it, starting with the first, and their rows are visible when it has ended', async () => {
    const xact = 'SELECT pg_current_xact_id()::text AS id';
    const idsOf = (): Promise<string[]> =>
      batchTransaction(database, async (manager) => {
        const asked = await Promise.all([0, 1, 2].map(() => manager.query<{ id: string }[]>(xact)));
        return asked.map(([row]) => row!.id);
      });
    const ids = [...(await idsOf()), ...(await idsOf())];
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 0, 3, 3, 3]);
    await batchTransaction(database, (manager) => Promise.all([insert(manager, 'a'), insert(manager, 'b')]));
    expect(await names()).toEqual(['a', 'b']);
  });

  it('see rows committed while the first statement waited for its lock', async () => {
    await database.query('DELETE FROM taken');
    const holder = database.createQueryRunner();
    await holder.startTransaction();
    await holder.query(LOCK);
    const counted = batchTransaction(database, async (manager) => {
      const [, [row]] = await Promise.all([manager.query(LOCK), manager.query<{ count: number }[]>(COUNT)]);
      return row?.count;
    });
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4712 AND ${AWAITED_LOCK}`;
    await waitFor(async () => (await bed.database.query(waiting)).length === 1, { what: 'the second transaction to wait for the lock' });
    await holder.query(`INSERT INTO taken VALUES ('seen')`);
    await holder.commitTransaction();
    await holder.release();
    expect(await counted).toBe(1);
  });

  it('fail with the error of the first failing statement; no row is stored, and the pool works', async () => {
    const before = await names();
    const failing = batchTransaction(database, (manager) =>
      Promise.all([insert(manager, 'c'), manager.query('SELECT 1 / 0'), insert(manager, 'd')]),
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await expect(
      batchTransaction(database, async (manager) => {
        await insert(manager, 'e');
        throw new RangeError('of the work itself');
      }),
    ).rejects.toThrow('of the work itself');
    expect(await names()).toEqual(before);
  });

  it('may be prepared for the first time after a failing statement: their connection knows that they are not prepared', async () => {
    const counted = prepared(`${COUNT} WHERE name <> $1`);
    const single = await open(1);
    const failing = batchTransaction(single, (manager) => Promise.all([manager.query('SELECT 1 / 0'), manager.query(counted, ['x'])]));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await batchTransaction(single, (manager) => manager.query(counted, ['x']))).toEqual([{ count: expect.any(Number) }]);
    await single.destroy();
  });

  it('fail as an outage when their connection is lost; later statements get another connection', async () => {
    const pid = 'SELECT pg_backend_pid() AS pid';
    const before = await names();
    const lost = batchTransaction(database, async (manager) => {
      const [[row]] = await Promise.all([manager.query<{ pid: number }[]>(pid), insert(manager, 'f')]);
      await bed.database.query(`SELECT pg_terminate_backend(${row!.pid}, 5000)`);
      return Promise.all([manager.query(LOCK), insert(manager, 'g')]);
    });
    const failure = await lost.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(isLasting(failure)).toBe(false);
    expect(await names()).toEqual(before);
    expect(await batchTransaction(database, (manager) => insert(manager, 'h'))).toEqual([]);
  });
});
