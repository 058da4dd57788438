import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compiled } from '../../scripts/stack/clone.js';
import { runCommand } from '../../scripts/stack/run-command.js';
import { parcel } from '../builders/parcel.js';
import { api } from '../support/api.js';
import { type AppName, startedApps } from '../support/app.js';
import { holding } from '../support/database.js';
import { buildAsOf, createEmptyDatabase, dropDatabase, query, rowCounts, type Shape, shapeOf, VERSIONS } from '../support/schema.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const HERE = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
const MIGRATE = 'libs/persistence/src/migrate.main';
const bed = useTestBed();
const made: string[] = [];

afterAll(async () => {
  for (const url of made) await dropDatabase(url);
});

async function emptyDatabase(): Promise<string> {
  const url = await createEmptyDatabase();
  made.push(url);
  return url;
}

const migrate = (url: string): Promise<string> => runCommand(MIGRATE, [], { ...process.env, DATABASE_URL: url });

/** Of the tables that every test begins with; where a week has begun since they were made, with its partition. */
async function shapeOfNew(): Promise<Shape> {
  await migrate(bed.database.url);
  return shapeOf(bed.database.url);
}

describe('migrate', () => {
  it.each(VERSIONS)(
    'of a database with rows as of %s loses none, and gives the same tables as a new one',
    async (version) => {
      const url = await emptyDatabase();
      await buildAsOf(url, version);
      const before = await rowCounts(url);
      expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(8);
      await migrate(url);
      expect(await rowCounts(url)).toMatchObject(before);
      expect(await shapeOf(url)).toEqual(await shapeOfNew());
      expect(await query(url, 'SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid OR NOT indisready')).toEqual([]);
    },
    60_000,
  );

  it('from several places at once brings an empty database up to date, once', async () => {
    const url = await emptyDatabase();
    const outputs = await Promise.all([1, 2, 3].map(() => migrate(url)));
    expect(outputs.filter((output) => output.startsWith('Migrated: FirstTables')).length).toBe(1);
    expect(outputs.filter((output) => output === 'The schema is up to date.\n').length).toBe(2);
    expect(await shapeOf(url)).toEqual(await shapeOfNew());
  }, 60_000);

  it('that is killed half-way goes on with the next run', async () => {
    const url = await emptyDatabase();
    await buildAsOf(url, VERSIONS[0] ?? '');
    const holder = await holding({ url }, 'LOCK TABLE delivery_attempt IN ACCESS EXCLUSIVE MODE'); // the fourth migration waits for it
    const killed = startMigrate(url);
    await waitFor(
      async () => (await query(url, `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND ${HERE}`)).length > 0,
      {
        timeoutMs: 30_000,
      },
    );
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const done = async (): Promise<string[]> =>
      (await query<{ name: string }>(url, 'SELECT name FROM migration ORDER BY id')).map(({ name }) => name);
    expect(await done()).toEqual(['FirstTables1763700000000', 'DeliveryBacklog1763750000000', 'Retention1763800000000']);
    await holder.end();
    expect(await migrate(url)).toMatch(/^Migrated: Redelivery1763810000000, /);
    expect(await shapeOf(url)).toEqual(await shapeOfNew());
  }, 60_000);
});

function startMigrate(url: string): ChildProcess {
  return spawn(process.execPath, [compiled(MIGRATE)], { env: { ...process.env, DATABASE_URL: url }, stdio: 'ignore' });
}

describe('the apps on tables that began with the first version', () => {
  let url = '';

  beforeAll(async () => {
    url = await emptyDatabase();
    await buildAsOf(url, VERSIONS.at(-1) ?? '');
    await migrate(url);
  }, 60_000);

  it('serve its rows and go on with them', async () => {
    const receiver = await bed.startReceiver();
    await query(url, 'UPDATE receiver SET url = $1', [receiver.url('/')]);
    const env = { DATABASE_URL: url };
    const [tokenApi] = await Promise.all([
      bed.startProcess('token-api', env),
      bed.startProcess('event-builder', env),
      bed.startProcess('webhook-sender', env),
    ]);
    const token = JSON.parse(
      await runCommand('apps/token-api/src/token-create.main', ['--user', '7', '--scope', 'write'], { ...process.env, ...env }),
    ) as { token: string };
    const http = api(tokenApi.url, { user: 7, token: token.token });

    const consignment = await http.get('/consignments/acme-express/OLD1');
    expect(consignment.data).toMatchObject({ events: [{ event: 'onDispatch' }] });
    const events = await http.get('/events');
    expect(events.data).toMatchObject({ events: [{ event: 'onDispatch', payload: { references: { orderNo: 'O-1' } } }] });
    const delivery = await http.get('/deliveries/d0000000-0000-5000-8000-000000000001');
    expect(delivery.data).toMatchObject({ status: 'exhausted', attempts: [{ outcome: 'http_status', answer: 'no', requestBody: null }] });

    const old = parcel({ account: 7, trackingNumber: 'OLD1' });
    const parked = parcel({ account: 7, trackingNumber: 'OLD2' });
    await bed.publish('scans', [old.scan('Delivered', '2026-03-30T10:00:00Z')]);
    await bed.publish('records', [parked.record()]);
    const told = (): string[] =>
      receiver.requests().map((request) => `${request.json<{ event?: string }>().event ?? 'waiting'} ${request.eventid}`);
    await waitFor(() => told().length === 4, { timeoutMs: 30_000 });
    expect(
      told()
        .map((line) => line.split(' ')[0] ?? '')
        .toSorted(),
    ).toEqual(['onCreated', 'onDelivered', 'onDispatch', 'waiting']);
    expect(told()).toContain('waiting 0b7c2b5e-6a55-5f5e-8f4e-000000000002');
    const order = await http.post('/deliveries/d0000000-0000-5000-8000-000000000001/redeliver');
    expect(order.status).toBe(202);
    await waitFor(() => told().includes('onDispatch 0b7c2b5e-6a55-5f5e-8f4e-000000000001'), { timeoutMs: 30_000 });
  }, 120_000);

  it('start on a schema that has grown, and not on one that has lost what they need or is behind them', async () => {
    const env = { DATABASE_URL: url };
    await query(url, `INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'FromTheFuture1999999999999')`);
    await (await bed.startProcess('token-api', env)).stop();
    await query(url, 'UPDATE schema_floor SET floor = 1999999999999');
    expect(await refusalOf('token-api', env)).toMatch(/schema is newer than this program can work with/);
    const old = await emptyDatabase();
    await buildAsOf(old, VERSIONS[0] ?? '');
    const refusal = await refusalOf('webhook-sender', { DATABASE_URL: old });
    expect(refusal).toMatch(/schema is older than this program: run `npm run cli -- migrate`/);
  }, 120_000);

  /** All that an app has said that would not start. */
  async function refusalOf(name: AppName, env: Readonly<Record<string, string>>): Promise<string> {
    await expect(bed.startProcess(name, { START_WITHIN_MS: '500', ...env })).rejects.toThrow('ended before it was ready');
    return startedApps().at(-1)?.lastLines(Infinity).join('\n') ?? '';
  }
});
