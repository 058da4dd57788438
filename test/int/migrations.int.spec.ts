import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compiled } from '../../scripts/stack/clone.js';
import { parcel } from '../builders/parcel.js';
import { api } from '../support/api.js';
import { runHostedCommand, stdoutOf } from '../support/command.js';
import { holding, query } from '../support/database.js';
import { buildNext, dropDatabase, newDatabase, rowCounts, type Shape, shapeOf, VERSIONS } from '../support/schema.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const MANY_CONSIGNMENTS = `
  INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, state)
  SELECT gen_random_uuid(), 7, 'acme-express', 'FILL' || n, 1, state FROM consignment, generate_series(1, 3000) n WHERE tracking_number = 'OLD1'`;
const HERE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
const bed = useTestBed();
const made: string[] = [];
/** Of each version a database as it left it, with rows of its time. Only copies of it are used. */
const templates = new Map<string, string>();
/** Of the tables that every test begins with; where a week has begun since they were made, with its partition. */
let shapeOfNew: Shape;

beforeAll(async () => {
  const growing = await makeDatabase();
  for (const version of VERSIONS) {
    await buildNext(growing, version);
    templates.set(version, await makeDatabase(growing));
  }
  await migrate(bed.database.url);
  shapeOfNew = await shapeOf(bed.database.url);
});

afterAll(async () => {
  for (const url of made) await dropDatabase(url);
}, 300_000); // each waits for a checkpoint

async function makeDatabase(template?: string): Promise<string> {
  const url = await newDatabase(template);
  made.push(url);
  return url;
}

const databaseAsOf = (version: string | undefined): Promise<string> => makeDatabase(templates.get(version ?? ''));

const migrate = async (url: string): Promise<string> => stdoutOf(await runHostedCommand(['migrate'], { DATABASE_URL: url }));

describe('migrate', () => {
  it.each(VERSIONS)(
    'of a database with rows as of %s loses none, and gives the same tables as a new one',
    async (version) => {
      const url = await databaseAsOf(version);
      const before = await rowCounts(url);
      expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(8);
      await migrate(url);
      expect(await rowCounts(url)).toMatchObject(before);
      expect(await shapeOf(url)).toEqual(shapeOfNew);
      expect(await query(url, 'SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid OR NOT indisready')).toEqual([]);
      expect(await query(url, `SELECT order_no, client, status FROM consignment WHERE tracking_number = 'OLD1'`)).toEqual([
        { order_no: 'O-1', client: 'shop-de', status: 'Pending' },
      ]);
    },
    60_000,
  );

  it('from several places at once brings an empty database up to date, once', async () => {
    const url = await makeDatabase();
    const outputs = await Promise.all([1, 2, 3].map(() => migrate(url)));
    expect(outputs.filter((output) => output.startsWith('Migrated: FirstTables')).length).toBe(1);
    expect(outputs.filter((output) => output === 'The schema is up to date.\n').length).toBe(2);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('that was killed while it filled columns fills the rest, and builds again what was not finished', async () => {
    const url = await databaseAsOf('1763920000000');
    await query(url, MANY_CONSIGNMENTS);
    await query(url, `UPDATE consignment SET order_no = NULL, client = NULL, status = NULL WHERE tracking_number > 'FILL2'`);
    await query(url, 'DROP INDEX consignment_of_status, delivery_failing');
    await query(url, `DELETE FROM migration WHERE name = 'ConsignmentLists1763920000000'`);
    await migrate(url);
    expect(await query(url, 'SELECT FROM consignment WHERE status IS NULL OR client IS NULL OR order_no IS NULL')).toEqual([]);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });

  it('that is killed half-way goes on with the next run', async () => {
    const url = await databaseAsOf(VERSIONS[0]);
    const holder = await holding({ url }, 'LOCK TABLE delivery_attempt IN ACCESS EXCLUSIVE MODE'); // the fourth migration waits for it
    const killed = startMigrate(url);
    await waitFor(
      async () => (await query(url, `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND ${HERE}`)).length > 0,
    );
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const done = async (): Promise<string[]> =>
      (await query<{ name: string }>(url, 'SELECT name FROM migration ORDER BY id')).map(({ name }) => name);
    expect(await done()).toEqual(['FirstTables1763700000000', 'DeliveryBacklog1763750000000', 'Retention1763800000000']);
    await holder.end();
    expect(await migrate(url)).toMatch(/^Migrated: Redelivery1763810000000, /);
    expect(await shapeOf(url)).toEqual(shapeOfNew);
  });
});

function startMigrate(url: string): ChildProcess {
  return spawn(process.execPath, [compiled('scripts/cli/cli.main'), 'migrate'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  });
}

describe('the apps on tables that began with the first version', () => {
  let url = '';

  beforeAll(async () => {
    url = await databaseAsOf(VERSIONS.at(-1));
    await migrate(url);
  });

  it('serve its rows and go on with them', async () => {
    const receiver = await bed.startReceiver();
    await query(url, 'UPDATE receiver SET url = $1', [receiver.url('/')]);
    await query(url, 'DELETE FROM secrets_check'); // sealed by an unknown key
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

  it('start on a schema that has grown, and not on one that has lost what they need or is behind them', async () => {
    const env = { DATABASE_URL: url };
    await query(url, `INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'FromTheFuture1999999999999')`);
    await (await bed.startApp('token-api', env)).stop();
    await query(url, 'UPDATE schema_floor SET floor = 1999999999999');
    await expect(bed.startApp('token-api', env)).rejects.toThrow('schema is newer than this program can work with');
    const old = { DATABASE_URL: await databaseAsOf(VERSIONS[0]), START_WITHIN_MS: '500' };
    await expect(bed.startApp('webhook-sender', old)).rejects.toThrow('schema is older than this program: run `npm run cli -- migrate`');
  });
});
