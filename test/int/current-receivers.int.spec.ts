import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReceiverCache } from '../../apps/webhook-sender/src/receivers/receiver-cache.service.js';
import { ReceiversRepository } from '../../apps/webhook-sender/src/receivers/receivers.repository.js';
import { readConfig } from '#libs/config';
import { contentFilterOf, NO_FILTER } from '#libs/contracts';
import { connect, createDataSource, databaseSettings } from '#libs/persistence';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { StatementCounter } from '../support/statement-counter.js';
import { useTestBed } from '../support/test-bed.js';

/** Receivers with their current configuration: read again, but not for each attempt. */

type DataSource = ReturnType<typeof createDataSource>;

const bed = useTestBed();
const CREDENTIALS = { open: () => ({ auth: { type: 'none' }, signingSecrets: [] }) };
const RECEIVERS = 3;

let counter: StatementCounter;
let dataSource: DataSource;
let current: ReceiverCache;
let receiverIds: string[];
let steadyMs = 0;

beforeAll(async () => {
  counter = await StatementCounter.before(bed.database.url);
  dataSource = await connect(createDataSource(readConfig(databaseSettings, { DATABASE_URL: counter.url }), 'current-receivers'));
});
beforeEach(async () => {
  const clock = { nowMs: () => Date.now(), steadyMs: () => steadyMs };
  const one = (): Promise<string> => insertReceiver(bed.database, { account: 1, url: 'https://127.0.0.1:1/before' });
  receiverIds = await Promise.all(Array.from({ length: RECEIVERS }, one));
  current = new ReceiverCache(new ReceiversRepository(dataSource, CREDENTIALS as never), clock);
});
afterAll(async () => {
  await dataSource.destroy();
  await counter.close();
});

const readings = (): number => counter.take().filter((statement) => /\bFROM receiver\b/.test(statement)).length;
const correct = (url: string): Promise<unknown> => bed.database.query('UPDATE receiver SET url = $1', [url]);

describe('the fan-out', () => {
  const ACCOUNT = 2;
  const url = 'https://127.0.0.1:1/';
  const read = async (clients: readonly string[], accounts: readonly number[] = [ACCOUNT]): Promise<unknown[]> => {
    const events = clients.flatMap((client) => accounts.map((account) => trackingEvent({ account, client })));
    const found = await new ReceiversRepository(dataSource, CREDENTIALS as never).enabledFor(events);
    return [...found.values()].flat().map(({ receiverId, clients: read }) => [receiverId, [...read].toSorted()]);
  };

  it('reads its clients’ receivers with one statement, and only the values of the events from long lists', async () => {
    const longList = Array.from({ length: 1000 }, (_, index) => `${index}-${'k'.repeat(190)}`);
    const all = await insertReceiver(bed.database, { account: ACCOUNT, url });
    const long = await insertReceiver(bed.database, { account: ACCOUNT, url, filter: { clients: longList } });
    const short = await insertReceiver(bed.database, { account: ACCOUNT, url, filter: { clients: ['a', 'Ä {"\\,', ''] } });
    await insertReceiver(bed.database, { account: ACCOUNT, url, enabled: false });
    await insertReceiver(bed.database, { account: ACCOUNT + 1, url });

    counter.take();
    expect(await read(['a', 'b'])).toEqual([
      [all, []],
      [short, ['a']],
    ]);
    expect(readings()).toBe(1);
    expect(await read(['A', 'Ä {"\\,', '', longList[7]!])).toEqual([
      [all, []],
      [long, [longList[7]]],
      [short, ['', 'Ä {"\\,']],
    ]);
    expect(await read(['A'])).toEqual([[all, []]]);
    await insertReceiver(bed.database, { account: ACCOUNT, url, filter: { clients: ['A'], couriers: ['gls', 'ups'] } });
    const filter = { clients: ['A'], couriers: ['gls', 'dhl-germany'], warehouses: ['W237'], returnReasons: ['Lost'] as const };
    const both = await insertReceiver(bed.database, { account: ACCOUNT, url, filter });
    expect(await read(['A'])).toEqual([
      [all, []],
      [both, ['A']],
    ]);
    const found = await new ReceiversRepository(dataSource, CREDENTIALS as never).enabledFor([
      trackingEvent({ account: ACCOUNT, client: 'A' }),
    ]);
    const receivers = found.get(ACCOUNT)!.map(({ receiverId, ...rest }) => [receiverId, contentFilterOf(rest)]);
    expect(receivers).toEqual([
      [all, NO_FILTER],
      [both, { ...NO_FILTER, clients: ['A'], couriers: ['dhl-germany'], warehouses: ['W237'], returnReasons: ['Lost'] }],
    ]);
    expect(await read([])).toEqual([]);
  });

  it('continues if a client contains a character that the database cannot store in a text', async () => {
    const all = await insertReceiver(bed.database, { account: 4, url });
    await insertReceiver(bed.database, { account: 4, url, filter: { clients: ['a'] } });
    expect(await read(['a\u0000'], [4])).toEqual([[all, []]]);
  });
});

describe('twenty waiting attempts', () => {
  const ask = async (consignmentId: string = randomUUID()): Promise<(string | undefined)[]> => {
    const recipients = Array.from({ length: 20 }, (_, index) => ({ receiverId: receiverIds[index % RECEIVERS]!, consignmentId }));
    return (await Promise.all(recipients.map((recipient) => current.endpointFor(recipient)))).map((endpoint) => endpoint?.url);
  };

  it('get their receiver with one or two statements, and not again for a second', async () => {
    counter.take();
    await ask();
    expect(readings()).toBeLessThanOrEqual(2);
    steadyMs += 1_000;
    await ask();
    expect(readings()).toBe(0);
  });

  it('get a corrected receiver after a second', async () => {
    await ask();
    await correct('https://127.0.0.1:1/after');
    steadyMs += 1_001;
    expect(new Set(await ask())).toEqual(new Set(['https://127.0.0.1:1/after']));
  });

  it('get no receiver after it is deleted', async () => {
    await bed.database.query('DELETE FROM receiver');
    expect(new Set(await ask())).toEqual(new Set([undefined]));
  });

  it('get no receiver as soon as their parcel is erased, however recent the reading', async () => {
    const consignmentId = randomUUID();
    expect(new Set(await ask(consignmentId))).not.toContain(undefined);
    await bed.database.query('INSERT INTO erased_consignment VALUES ($1, 1, now())', [consignmentId]);
    expect(new Set(await ask(consignmentId))).toEqual(new Set([undefined]));
  });
});

describe('attempts that have just arrived', () => {
  /** @returns the receiver's URL, and whether it was read */
  const ask = async (): Promise<[string | undefined, boolean]> => {
    const rows = await bed.database.query<{ receiverId: string; version: string }>(
      'SELECT receiver_id AS "receiverId", xmin::text AS version FROM receiver WHERE receiver_id = $1',
      [receiverIds[0]],
    );
    counter.take();
    const endpoints = await current.endpointsOf(new Map(rows.map(({ receiverId, version }) => [receiverId, version])), steadyMs);
    return [endpoints.get(receiverIds[0]!)?.url, readings() > 0];
  };

  it('use a receiver that has not changed from memory, and read a changed receiver at once', async () => {
    expect(await ask()).toEqual(['https://127.0.0.1:1/before', true]);
    expect(await ask()).toEqual(['https://127.0.0.1:1/before', false]);
    await correct('https://127.0.0.1:1/after');
    expect(await ask()).toEqual(['https://127.0.0.1:1/after', true]);
  });

  it('decrypt the receiver’s secrets again after five seconds, because they expire', async () => {
    await ask();
    steadyMs += 5_000;
    expect(await ask()).toEqual(['https://127.0.0.1:1/before', false]);
    steadyMs += 1;
    expect(await ask()).toEqual(['https://127.0.0.1:1/before', true]);
  });
});
