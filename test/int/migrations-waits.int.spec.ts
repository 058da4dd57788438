// How `migrate` behaves when others block it, and its messages meanwhile.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createDatabase, query, type TestDatabase } from '../support/database.js';
import { addLaterMigrations, type Migrating, migrateLater, spawnMigrate, startMigrate } from '../support/later-migrations.js';
import { type Shape, shapeOf } from '../support/schema.js';
import { waitFor } from '../support/wait-for.js';

let shapeOfNew: Shape;
const clients: Client[] = [];
const children: ChildProcess[] = [];
const made: TestDatabase[] = [];

beforeAll(async () => {
  addLaterMigrations();
  const url = await oldDatabase();
  await migrateLater(url);
  shapeOfNew = await shapeOf(url);
});

afterEach(async () => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
  await Promise.all(clients.splice(0).map((client) => client.end()));
});

afterAll(async () => {
  for (const database of made) await database.drop();
});

/** Returns a database without the migrations that only tests use. */
async function oldDatabase(): Promise<string> {
  const database = await createDatabase();
  made.push(database);
  return database.url;
}

async function connected(url: string, name: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

/** Reads as a dump or a report does: every index built CONCURRENTLY waits for its end. */
async function openReader(url: string): Promise<{ pid: number; end: () => Promise<unknown> }> {
  const reader = await connected(url, 'pg_dump');
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { pid: rows[0]!.pid, end: () => reader.query('COMMIT') };
}

const says = (migrating: Migrating, line: string): Promise<unknown> =>
  waitFor(() => migrating.output().includes(line), { what: `"${line}"` });

const building = (url: string): Promise<unknown[]> =>
  query(
    url,
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%CREATE INDEX CONCURRENTLY orphan_scan_later%'
     AND state = 'active' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
  );

const untilBuilding = (url: string): Promise<unknown> =>
  waitFor(async () => (await building(url)).length > 0, { what: 'the waiting build of the index' });

describe('migrate', () => {
  it('names each migration as it begins, and the transaction that it waits for', async () => {
    const url = await oldDatabase();
    const reader = await openReader(url);
    const migrating = startMigrate(url);
    await says(migrating, 'LaterIndex2000000002000 begins.');
    await says(migrating, `Waiting for process ${reader.pid} (pg_dump, idle in transaction, since `);
    await reader.end();
    expect(await migrating.ended).toBe(0);
  });

  it('says that another run migrates already, and ends successfully after it', async () => {
    const url = await oldDatabase();
    const reader = await openReader(url);
    const first = startMigrate(url);
    await untilBuilding(url);
    const second = startMigrate(url);
    await waitFor(() => /^Waiting for process \d+ \(migrate, idle in transaction/m.test(second.output()), {
      what: 'the log line of the first run',
    });
    await reader.end();
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
    expect(second.output()).toMatch(/The schema is up to date\.\n$/);
  });

  it('takes its build of an index along when it is killed, and the next run continues', async () => {
    const url = await oldDatabase();
    const reader = await openReader(url);
    const killed = spawnMigrate(url);
    children.push(killed);
    await untilBuilding(url);
    const [build] = await building(url);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const next = startMigrate(url);
    // The build of the first run would last as long as the reader: the second run gets its turn although the reader is still there.
    await says(next, 'LaterIndex2000000002000 begins.');
    expect(await building(url)).not.toContainEqual(build);
    await reader.end();
    expect([await next.ended, next.output()]).toEqual([0, expect.stringContaining('Migrated: LaterIndex2000000002000')]);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('waits for a build whose end the server has not noticed', async () => {
    const url = await oldDatabase();
    const reader = await openReader(url);
    const abandoned = await connected(url, 'migrate');
    const build = abandoned.query('CREATE INDEX CONCURRENTLY orphan_scan_later ON orphan_scan (courier)');
    await untilBuilding(url);
    const next = startMigrate(url);
    await says(next, 'An earlier run has left an index build running: waiting for process ');
    expect(next.output()).not.toContain('begins');
    await reader.end();
    await build;
    expect(await next.ended).toBe(0);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('fails if an index is not valid', async () => {
    const url = await oldDatabase();
    await query(url, `INSERT INTO account (account_id, name) VALUES (901, 'twin'), (902, 'twin')`);
    await expect(query(url, 'CREATE UNIQUE INDEX CONCURRENTLY account_twins ON account (name)')).rejects.toThrow(
      'could not create unique index',
    );
    const refused = startMigrate(url);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(
      'Not valid, because its build was broken off: account_twins. REINDEX INDEX CONCURRENTLY builds it again',
    );
    await query(url, `DELETE FROM account WHERE account_id = 902`);
    await query(url, 'REINDEX INDEX CONCURRENTLY account_twins');
    expect(await migrateLater(url)).toBe('The schema is up to date.\n');
  });
});
