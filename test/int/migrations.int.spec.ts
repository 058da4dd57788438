// Runs `migrate` after the first migration, with migrations that only tests use; and runs the apps on the rows of each version.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parcel } from '../builders/parcel.js';
import { api } from '../support/api.js';
import { stdoutOf } from '../support/command.js';
import { AWAITED_LOCK, holding, query } from '../support/database.js';
import { addLaterMigrations, migrateLater, spawnMigrate } from '../support/later-migrations.js';
import { buildNext, dropDatabase, newDatabase, rowCounts, type Shape, shapeOf, VERSIONS } from '../support/schema.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const NEWEST = VERSIONS.at(-1) ?? '';
const bed = useTestBed();
const made: string[] = [];
/** A database for each version, as that version left it, with rows of its time. Tests use only copies of it. */
const templates = new Map<string, string>();
let shapeOfNew: Shape;

beforeAll(async () => {
  addLaterMigrations();
  const growing = await makeDatabase();
  for (const version of VERSIONS) {
    await buildNext(growing, version);
    templates.set(version, await makeDatabase(growing));
  }
  const url = await makeDatabase();
  await migrateLater(url);
  shapeOfNew = await shapeOf(url);
});

afterAll(async () => {
  for (const url of made) await dropDatabase(url);
}); // Each copy waits for a checkpoint.

async function makeDatabase(template?: string): Promise<string> {
  const url = await newDatabase(template);
  made.push(url);
  return url;
}

const databaseAsOf = (version: string): Promise<string> => makeDatabase(templates.get(version));

/** Kills `migrate` as soon as it waits for the lock that the statement takes. */
async function killedWaitingFor(url: string, lock: string): Promise<void> {
  const holder = await holding({ url }, lock);
  const killed = spawnMigrate(url);
  const waits = `SELECT 1 FROM pg_locks WHERE locktype = 'relation' AND ${AWAITED_LOCK}`;
  await waitFor(async () => (await query(url, waits)).length > 0);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  await holder.end();
}

describe('migrate', () => {
  it.each(VERSIONS)('of a database with rows as of %s keeps all rows, and gives the same tables as a new database', async (version) => {
    const url = await databaseAsOf(version);
    const before = await rowCounts(url);
    expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(8);
    await migrateLater(url);
    expect(await rowCounts(url)).toMatchObject(before);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('from several places at once migrates an empty database once', async () => {
    const url = await makeDatabase();
    const outputs = await Promise.all([1, 2, 3].map(() => migrateLater(url)));
    expect(outputs.filter((output) => output.startsWith('Migrated: FirstTables')).length).toBe(1);
    expect(outputs.filter((output) => output === 'The schema is up to date.\n').length).toBe(2);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('that is killed half-way continues with the next run', async () => {
    const url = await databaseAsOf(NEWEST);
    await killedWaitingFor(url, 'LOCK TABLE delivery_attempt IN ACCESS EXCLUSIVE MODE');
    const done = await query<{ name: string }>(url, 'SELECT name FROM migration ORDER BY id DESC LIMIT 1');
    expect(done).toEqual([{ name: 'LaterTable2000000000000' }]);
    expect(await migrateLater(url)).toMatch(/^Migrated: LaterColumn2000000001000, /);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('that is killed between two partitions of an index builds only the missing ones', async () => {
    const url = await databaseAsOf(NEWEST);
    const partitions = await query<{ name: string }>(
      url,
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event'::regclass ORDER BY 1`,
    );
    await killedWaitingFor(url, `LOCK TABLE ${partitions.at(-1)?.name} IN SHARE UPDATE EXCLUSIVE MODE`);
    const built = (): Promise<{ name: string }[]> =>
      query(url, `SELECT inhrelid, inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event_later'::regclass ORDER BY 2`);
    const before = await built();
    expect(before).toHaveLength(partitions.length - 1);
    expect(await migrateLater(url)).toBe('Migrated: LaterPartitionedIndex2000000003000\n');
    expect((await built()).slice(0, -1)).toEqual(before);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });
});

describe('the apps on tables that began with the first version', () => {
  let url = '';

  beforeAll(async () => {
    url = await databaseAsOf(NEWEST);
    await migrateLater(url);
  });

  it('serve old rows and add new ones', async () => {
    const receiver = await bed.startReceiver();
    await query(url, 'UPDATE receiver SET url = $1', [receiver.url('/')]);
    await query(url, 'DELETE FROM secrets_check'); // An unknown key encrypted it.
    const env = { DATABASE_URL: url };
    const [tokenApi] = await Promise.all([
      bed.startApp('token-api', env),
      bed.startApp('event-builder', env),
      bed.startApp('webhook-sender', env),
    ]);
    const token = JSON.parse(
      stdoutOf(await bed.runCommand(['token:create', '--user', '7', '--scope', 'write', '--create-account'], env)),
    ) as {
      token: string;
    };
    const http = api(tokenApi.url, { user: 7, token: token.token });

    const consignment = await http.get('/consignments/acme-express/OLD1');
    expect(consignment.data).toMatchObject({ events: [{ event: 'onDispatch' }] });
    const events = await http.get('/events');
    expect(events.data).toMatchObject({ events: [{ event: 'onDispatch', payload: { references: { orderNo: 'O-1' } } }] });
    const delivery = await http.get('/deliveries/d0000000-0000-5000-8000-000000000001');
    expect(delivery.data).toMatchObject({
      status: 'exhausted',
      attempts: [{ outcome: 'http_status', responseBody: 'no', requestBody: null }],
    });

    const old = parcel({ account: 7, trackingNumber: 'OLD1' });
    const parked = parcel({ account: 7, trackingNumber: 'OLD2' });
    await bed.publish('scans', [old.scan('Delivered', '2026-03-30T10:00:00Z')]);
    await bed.publish('records', [parked.record()]);
    const told = (): string[] =>
      receiver.requests().map((request) => `${request.json<{ event?: string }>().event ?? 'waiting'} ${request.eventid}`);
    await waitFor(() => told().length === 4);
    expect(
      told()
        .map((line) => line.split(' ')[0] ?? '')
        .toSorted(),
    ).toEqual(['onCreated', 'onDelivered', 'onDispatch', 'waiting']);
    expect(told()).toContain('waiting 0b7c2b5e-6a55-5f5e-8f4e-000000000002');
    const order = await http.post('/deliveries/d0000000-0000-5000-8000-000000000001/redeliver');
    expect(order.status).toBe(202);
    await waitFor(() => told().includes('onDispatch 0b7c2b5e-6a55-5f5e-8f4e-000000000001'));
  });

  it('start on a newer schema, but not on a schema that lacks what they need or is older', async () => {
    const env = { DATABASE_URL: url };
    await (await bed.startApp('token-api', env)).stop(); // The app does not know the migrations that only tests use.
    await query(url, 'UPDATE schema_floor SET floor = 2000000000000');
    await expect(bed.startApp('token-api', env)).rejects.toThrow('schema is newer than this program can work with');
    const old = { DATABASE_URL: await makeDatabase(), START_WITHIN_MS: '500' };
    await expect(bed.startApp('webhook-sender', old)).rejects.toThrow('schema is older than this program: run `npm run cli -- migrate`');
  });
});
