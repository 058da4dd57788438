import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isLasting } from '#libs/messaging';
import { createDataSource, underLock, withLongStatement } from '#libs/persistence';
import { Secret } from '#libs/config';
import type { DataSource } from 'typeorm';
import { startSilentLink, type SilentLink } from '../support/silent-link.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

/** How a process reacts to a database that hangs, is full, or has become a standby; and how it frees locks that others need. */
const bed = useTestBed();
/** Longer than any machine stalls. A connection may be silent for a third longer. */
const STATEMENT_MS = 12_000;
const LONGER_THAN_SILENCE_S = 17;
let link: SilentLink;
let viaLink: DataSource;
let direct: DataSource;

const open = (databaseUrl: string, statementMs = STATEMENT_MS): Promise<DataSource> =>
  createDataSource(
    { databaseUrl: new Secret(databaseUrl), databaseCa: '', databaseStatementTimeoutMs: statementMs, databasePoolSize: 2 },
    'steadiness',
  ).initialize();

const own: DataSource[] = [];
async function openOwn(statementMs = STATEMENT_MS): Promise<DataSource> {
  const source = await open(bed.database.url, statementMs);
  own.push(source);
  return source;
}

beforeAll(async () => {
  const url = new URL(bed.database.url);
  link = await startSilentLink({ host: url.hostname, port: Number(url.port) });
  url.port = String(link.port);
  [viaLink, direct] = await Promise.all([open(url.href), open(bed.database.url)]);
});

afterAll(async () => {
  await Promise.all([viaLink, direct, ...own].map((source) => source.destroy()));
  await link.close();
});

const failureOf = (work: Promise<unknown>): Promise<Error & { code?: string }> =>
  work.then(
    () => new Error('it worked'),
    (error: Error) => error,
  );

// Each story has connections of its own, so that one story's waits do not end another story's connections.
const story = useStories();

story(
  'a connection whose other end disappeared fails in time, together with all connections of its pool, and the pool then works again',
  async () => {
    await Promise.all([viaLink.query('SELECT pg_sleep(0.1)'), viaLink.query('SELECT pg_sleep(0.1)')]); // Both connections of the pool are open.
    link.silence();
    const failures = await Promise.all([failureOf(viaLink.query('SELECT 1')), failureOf(viaLink.query('SELECT 2'))]);
    expect(failures.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringContaining('has said nothing')));
    expect(failures.map(isLasting)).toEqual([false, false]);
    link.heal();
    expect(await viaLink.query('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  },
);

story('work under a lock may take longer than a connection may be silent; a second worker gives up meanwhile, a third waits', async () => {
  const lock = { key: 4711, waits: false };
  const [holder, others, worker] = await Promise.all([openOwn(), openOwn(), openOwn(10 * STATEMENT_MS)]);
  const order: string[] = [];
  const first = underLock(holder, lock, async () => {
    expect(await underLock(others, lock, () => Promise.resolve('second'))).toBeUndefined();
    await worker.query(`SELECT pg_sleep(${LONGER_THAN_SILENCE_S})`);
    order.push('first');
    return 'done';
  });
  const held = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND granted`;
  await waitFor(async () => (await bed.database.query(held)).length === 1, { what: 'the lock of the first worker' });
  const third = underLock(others, { ...lock, waits: true }, () => Promise.resolve(order.push('third')));
  expect(await first).toBe('done');
  await third;
  expect(order).toEqual(['first', 'third']);
  expect(await holder.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

story('the server ends the transaction of a paused process, and others get its locks', async () => {
  const runner = (await openOwn()).createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT pg_advisory_xact_lock(42)');
  const gained = (): Promise<boolean> =>
    bed.database.query<{ gained: boolean }>('SELECT pg_try_advisory_lock(42) AS gained').then(([row]) => row?.gained === true);
  expect(await gained()).toBe(false);
  await waitFor(gained, { what: 'the lock of the paused process' });
  expect(isLasting(await failureOf(runner.query('SELECT 1')))).toBe(false);
  await runner.release();
});

story('a transaction may take long if it asks for it', async () => {
  const slow = `SELECT pg_sleep(${LONGER_THAN_SILENCE_S}) IS NOT NULL AS slept`;
  const source = await openOwn();
  const patient = source.transaction((manager) => withLongStatement(manager, 10 * STATEMENT_MS, () => manager.query(slow)));
  expect(await patient).toEqual([{ slept: true }]);
});

story('a transaction may not take long without asking', async () => {
  const failure = await failureOf((await openOwn()).query('SELECT pg_sleep(200)'));
  // On a busy machine either limit may come first: the server's, or the app's limit for a silent connection.
  expect(failure.message).toMatch(/statement timeout|has said nothing/);
});

describe('a database that works but accepts no rows', () => {
  it.each([
    ['that has become a standby', 'SET default_transaction_read_only = on', '25006'],
    ['that lacks a right', 'SET ROLE pg_monitor', '42501'],
  ])('%s: is an outage, not a fault of the message', async (_, setting, code) => {
    const runner = direct.createQueryRunner();
    await runner.query(setting);
    const failure = await failureOf(runner.query(`INSERT INTO account (account_id, name) VALUES (77, '')`));
    await runner.query('RESET ALL; RESET ROLE');
    await runner.release();
    expect([failure.code, isLasting(failure)]).toEqual([code, false]);
  });

  it('with no connection left is an outage', async () => {
    const url = new URL(bed.database.url);
    const role = `limited_${Date.now()}`;
    await bed.database.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
    url.username = role;
    const failure = await failureOf(open(url.href));
    await bed.database.query(`DROP ROLE ${role}`);
    expect([failure.code, isLasting(failure)]).toEqual(['53300', false]);
  });
});
