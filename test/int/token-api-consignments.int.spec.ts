import { randomUUID } from 'node:crypto';
import { packText, packedInSql } from '#libs/persistence';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import type { DataSource } from 'typeorm';
import { ConsignmentListRepository } from '../../apps/token-api/src/consignments/consignment-list.repository.js';
import { ParcelsRepository } from '../../apps/token-api/src/consignments/parcels.repository.js';
import { type Consignment, currentStatus } from '../../apps/event-builder/src/consignment/consignment.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { useTestBed } from '../support/test-bed.js';

interface Listed {
  readonly consignmentId: string;
  readonly trackingNumber: string;
  readonly status: string;
  readonly statusAt: string | null;
}
interface Page {
  readonly consignments: Listed[];
  readonly nextCursor: string | null;
}
interface Options {
  readonly account?: number;
  readonly courier?: string;
  readonly number: string;
  readonly orderNo?: string;
  readonly client?: string;
  readonly warehouse?: string;
  readonly country?: string;
  readonly language?: string;
  readonly generation?: number;
  readonly isCurrent?: boolean;
  readonly record?: object;
  readonly state?: object;
  /** Minutes before now. */
  readonly created?: number;
  readonly updated?: number;
}

const bed = useTestBed();
const NOW = Date.now();
const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * 60_000).toISOString();
let owner: AxiosInstance;
let stranger: AxiosInstance;

const PAYLOAD = trackingEvent({ account: 1 }).payload;
const INSERT = `
  INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, is_current, state, created_at, updated_at, order_no, client, warehouse, destination_country, language, status)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

async function insert(options: Options): Promise<string> {
  const { account = 1, courier = 'acme-express', number, generation = 1, isCurrent = true, created = 60, updated = created } = options;
  const id = randomUUID();
  const { orderNo = '', client = '', warehouse = 'W1', country = 'DEU', language = 'de' } = options;
  const references = { courier, tracking_number: number, orderNo, client, warehouse, destination_country_iso3: country, language };
  const record = { references, isReturn: false, isCancelled: false, ...options.record };
  const state = { generation, openedAtMs: 0, appliedScans: [], leftOutScans: [], record, ...options.state };
  const columns = [orderNo, client, warehouse, country, language, currentStatus(state as unknown as Consignment) ?? 'Pending'];
  await bed.database.query(INSERT, [
    id,
    account,
    courier,
    number,
    generation,
    isCurrent,
    packText(JSON.stringify(state)),
    at(created),
    at(updated),
    ...columns,
  ]);
  return id;
}

async function addEvent(consignmentId: string, event: string, { account = 1, created = 30 } = {}): Promise<string> {
  const eventid = randomUUID();
  await bed.database.query(
    `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at) VALUES ($1, $2, $3, $4, $5, 0, '', $6, $5)`,
    [eventid, account, consignmentId, event, at(created), packText(JSON.stringify(PAYLOAD))],
  );
  return eventid;
}

interface DeliveryOptions {
  readonly status: string;
  readonly attempts?: number;
  readonly account?: number;
  readonly created?: number;
}

async function addDelivery(consignmentId: string, { status, attempts = 1, account = 1, created = 20 }: DeliveryOptions): Promise<string> {
  const deliveryId = randomUUID();
  await bed.database.query(
    `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'onDelivered', $6, $7, $8, $8)`,
    [deliveryId, account, randomUUID(), consignmentId, randomUUID(), status, attempts, at(created)],
  );
  return deliveryId;
}

beforeAll(async () => {
  const [one, two] = await Promise.all([bed.createAccountAndToken({ user: 1, scope: 'read' }), bed.createAccountAndToken({ user: 2 })]);
  const { url } = await bed.startApp('token-api');
  [owner, stranger] = [api(url, one), api(url, two)];
});

async function page(query: object, caller = owner): Promise<Page> {
  const { status, data } = await caller.get<Page>('/consignments', { params: query });
  expect([status, data]).toEqual([200, data]);
  return data;
}
const numbers = async (query: object, caller = owner): Promise<string[]> =>
  (await page(query, caller)).consignments.map(({ trackingNumber }) => trackingNumber);

describe('GET /consignments', () => {
  it('shows the content of the record and the newest scan', async () => {
    const state = {
      shown: { status: 'OutForDelivery', occurredAtMs: Date.parse('2026-03-29T08:00:00Z'), rawScan: 'x'.repeat(2000) },
      expectedDelivery: { value: { startDate: '2026-03-29', endDate: '2026-03-29' }, asOfMs: 1 },
    };
    const consignmentId = await insert({ number: 'SHOWN', orderNo: 'A-1', client: 'shown', record: { isReturn: true }, state });
    expect(await page({ client: 'shown' })).toEqual({
      consignments: [
        {
          consignmentId,
          courier: 'acme-express',
          trackingNumber: 'SHOWN',
          generation: 1,
          isCurrent: true,
          orderNo: 'A-1',
          client: 'shown',
          status: 'OutForDelivery',
          statusAt: '2026-03-29T08:00:00Z',
          expectedDelivery: { startDate: '2026-03-29', endDate: '2026-03-29' },
          isReturn: true,
          isCancelled: false,
          createdAt: at(60),
          updatedAt: at(60),
        },
      ],
      nextCursor: null,
    });
  });

  it('finds by order, client, courier and number, and by several of them', async () => {
    await insert({ number: 'F1', orderNo: 'F-1', client: 'f-de', created: 3 });
    await insert({ number: 'F2', orderNo: 'F-1', client: 'f-at', courier: 'other-carrier', created: 2 });
    await insert({ number: 'F2', generation: 2, orderNo: 'F-2', client: 'f-at', courier: 'other-carrier', created: 1 });
    await insert({ number: 'F9', orderNo: 'F-1', client: 'f-at', account: 2 });
    expect(await numbers({ orderNo: 'F-1' })).toEqual(['F2', 'F1']);
    expect(await numbers({ orderNo: 'f-1' })).toEqual([]);
    expect(await numbers({ client: 'f-at' })).toEqual(['F2', 'F2']);
    expect(await numbers({ client: 'f-at', orderNo: 'F-1' })).toEqual(['F2']);
    expect(await numbers({ courier: 'other-carrier' })).toEqual(['F2', 'F2']);
    expect(await numbers({ courier: 'other-carrier', trackingNumber: ' f2 ' })).toEqual(['F2', 'F2']);
    expect(await numbers({ courier: 'acme-express', trackingNumber: 'F2' })).toEqual([]);
    expect(await numbers({ orderNo: 'F-1' }, stranger)).toEqual(['F9']);
    expect(await numbers({ client: 'f-at', from: at(1.5) })).toEqual(['F2']);
    expect(await numbers({ client: 'f-de', to: at(3) })).toEqual([]);
  });

  it('finds by destination country and warehouse, also together with other filters', async () => {
    const long = 'W'.repeat(300);
    const [first] = [
      await insert({ number: 'C1', country: 'AUT', warehouse: 'WRO2', created: 4 }),
      await insert({ number: 'C2', country: 'AUT', warehouse: 'wro2', created: 3 }),
      await insert({ number: 'C3', country: 'XKX', warehouse: 'WRO2', courier: 'other-carrier', created: 2 }),
      await insert({ number: 'C4', country: 'XKX', warehouse: long, created: 1 }),
      await insert({ number: 'C5', country: 'AUT', warehouse: 'WRO2', account: 2 }),
    ];
    await addEvent(first, 'onScheduled');
    expect(await numbers({ destinationCountry: 'AUT' })).toEqual(['C2', 'C1']);
    expect(await numbers({ warehouse: 'WRO2' })).toEqual(['C3', 'C1']);
    expect(await numbers({ warehouse: 'WRO2', destinationCountry: 'XKX' })).toEqual(['C3']);
    expect(await numbers({ warehouse: 'WRO2', courier: 'other-carrier' })).toEqual(['C3']);
    expect(await numbers({ destinationCountry: 'AUT', event: 'onScheduled' })).toEqual(['C1']);
    expect(await numbers({ destinationCountry: 'XKX', event: 'onScheduled' })).toEqual([]);
    expect(await numbers({ warehouse: 'WRO2' }, stranger)).toEqual(['C5']);
    expect(await numbers({ warehouse: 'W'.repeat(255) })).toEqual([]);
    expect(await numbers({ warehouse: 'W1', destinationCountry: 'AUT' })).toEqual([]);
  });

  it('finds long order numbers only by their whole text', async () => {
    const [short, long] = ['L'.repeat(255), 'L'.repeat(3000)];
    await insert({ number: 'LONG255', orderNo: short });
    await insert({ number: 'LONG3000', orderNo: long });
    expect(await numbers({ orderNo: short })).toEqual(['LONG255']);
    const { status } = await owner.get('/consignments', { params: { orderNo: 'L'.repeat(256) } });
    expect(status).toBe(400);
  });

  it('finds by a single search field: number, order, event, delivery, consignment', async () => {
    const id = await insert({ number: 'JD0146', orderNo: 'Q-7', client: 'q', created: 2 });
    await insert({ number: 'Q-7', orderNo: 'Q-8', client: 'q', courier: 'other-carrier', created: 1 });
    const [eventid, deliveryId] = [await addEvent(id, 'onCreated'), await addDelivery(id, { status: 'delivered' })];
    const theirs = await insert({ number: 'JD0146', orderNo: 'Q-7', account: 2 });
    expect(await numbers({ q: 'jd 0146' })).toEqual(['JD0146']);
    expect(await numbers({ q: 'Q-7' })).toEqual(['Q-7', 'JD0146']);
    for (const each of [id, id.toUpperCase(), eventid, deliveryId]) expect(await numbers({ q: each })).toEqual(['JD0146']);
    expect(await numbers({ q: 'Q-7', courier: 'acme-express' })).toEqual(['JD0146']);
    for (const each of [theirs, randomUUID(), 'nothing', 'JD014']) expect(await numbers({ q: each })).toEqual([]);
    for (const each of [id, eventid, deliveryId]) expect(await numbers({ q: each }, stranger)).toEqual([]);
  });

  it.each([
    ['SHOP-1011', 'shop-1011'],
    ['SHOP-1011', '  SHOP-1011\t'],
    ['SHOP-1011', '\u00a0SHOP\u20111011\u00a0'],
    ['SHOP-1011', 'shop1011'],
    ['SHOP-1011', 'Shop 1011'],
    ['shop 10 11', 'SHOP-1011'],
    ['Büro-7', 'Büro 7'],
  ])('finds the order %j and the number by %j', async (written, sought) => {
    const unique = randomUUID().slice(0, 8).toUpperCase();
    const [byOrder, byNumber] = [`A${unique}`, `${written.replace(/\s/g, '').toUpperCase()}-${unique}`];
    await insert({ number: byOrder, orderNo: `${written}-${unique}`, created: 2 });
    await insert({ number: byNumber, created: 1 });
    expect(await numbers({ q: `${sought}${unique}` })).toEqual([byNumber, byOrder]);
    expect(await numbers({ q: `${sought}${unique}` }, stranger)).toEqual([]);
  });

  it('finds nothing by hyphens and blanks only', async () => {
    await insert({ number: 'NO-ORDER' });
    for (const q of ['-', ' ', '- -']) expect(await numbers({ q })).toEqual([]);
  });

  it('finds an order or a number by an index', async () => {
    await bed.database.query(
      `INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, status, state)
       SELECT gen_random_uuid(), 2, 'acme-express', 'MANY-' || n, 1, 'many', '', 'Pending', ${packedInSql(`'{"record":{}}'`)} FROM generate_series(1, 5000) AS n`,
    );
    await bed.database.query('ANALYZE consignment');
    const plans: string[] = [];
    const explain = async (sql: string, parameters: unknown[]): Promise<unknown[]> => {
      const lines = await bed.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, parameters);
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      return [];
    };
    const dataSource = { query: explain } as unknown as DataSource;
    const list = new ConsignmentListRepository(dataSource, new ParcelsRepository(dataSource));
    await list.list({ account: 2, q: 'many 7', limit: 51, isFailing: false });
    expect(plans).toHaveLength(1);
    for (const index of ['consignment_of_order', 'consignment_of_number']) expect(plans[0]).toContain(index);
    expect(plans[0]).not.toContain('Seq Scan');
  });

  it('finds by an event of the parcel, in the order of the parcels’ first such event', async () => {
    const [a, b, c] = [
      await insert({ number: 'EV-A', client: 'ev', created: 1 }),
      await insert({ number: 'EV-B', client: 'ev', created: 2 }),
      await insert({ number: 'EV-C', client: 'ev', created: 3 }),
    ];
    await addEvent(a, 'onDelay', { created: 50 });
    await addEvent(a, 'onDelay', { created: 5 });
    await addEvent(b, 'onDelay', { created: 40 });
    await addEvent(c, 'onDispatch');
    await addEvent(await insert({ number: 'EV-D', account: 2 }), 'onDelay', { account: 2 });
    expect(await numbers({ event: 'onDelay' })).toEqual(['EV-B', 'EV-A']);
    expect(await numbers({ event: 'onDelay', from: at(45) })).toEqual(['EV-B']);
    expect(await numbers({ event: 'onDelay', client: 'other' })).toEqual([]);
    expect(await numbers({ event: 'onReturn' })).toEqual([]);
    expect(await numbers({ event: 'onDelay', updatedSince: at(1.5) })).toEqual(['EV-A']);
  });

  it('finds failing parcels: exhausted, expired, or pending after a failure', async () => {
    const make = async (number: string, all: readonly DeliveryOptions[]): Promise<void> => {
      const id = await insert({ number, client: 'fails' });
      for (const options of all) await addDelivery(id, options);
    };
    await make('X-EXHAUSTED', [
      { status: 'exhausted', created: 9 },
      { status: 'exhausted', created: 1 },
    ]);
    await make('X-EXPIRED', [{ status: 'expired', created: 8 }, { status: 'delivered' }]);
    await make('X-RETRIES', [{ status: 'pending', attempts: 1, created: 7 }]);
    await make('X-NEW', [{ status: 'pending', attempts: 0 }]);
    await make('X-FINE', [{ status: 'delivered' }, { status: 'cancelled' }]);
    expect(await numbers({ failing: 'true' })).toEqual(['X-RETRIES', 'X-EXPIRED', 'X-EXHAUSTED']);
    expect(await numbers({ failing: 'true', from: at(7.5) })).toEqual(['X-RETRIES']);
    expect(await numbers({ failing: 'true' }, stranger)).toEqual([]);
    expect(await numbers({ failing: 'true', event: 'onDelay' })).toEqual([]);
    expect(await numbers({ failing: 'true', updatedSince: at(61), client: 'fails' })).toHaveLength(3);
  });

  it('finds changed parcels, the newest change first', async () => {
    await insert({ number: 'C1', client: 'changed', created: 1000, updated: 10 });
    await insert({ number: 'C2', client: 'changed', created: 100, updated: 20 });
    await insert({ number: 'C3', client: 'changed', created: 5, updated: 5 });
    expect(await numbers({ client: 'changed', updatedSince: at(20) })).toEqual(['C3', 'C1', 'C2']);
    expect(await numbers({ client: 'changed', updatedSince: at(15), to: at(7) })).toEqual(['C1']);
    expect(await numbers({ client: 'changed', updatedSince: at(1) })).toEqual([]);
  });

  it.each([
    [{ updatedSince: 'yesterday' }, ['updatedSince:invalid']],
    [{ status: 'Lost', event: 'onX', failing: 'yes' }, ['status:invalid_choice', 'event:invalid_choice', 'failing:invalid_choice']],
    [{ trackingNumber: 'X1' }, ['courier:required']],
    [{ q: '' }, ['q:invalid']],
    [{ q: 'x'.repeat(256) }, ['q:invalid']],
    [{ orderNo: 'a\0' }, ['orderNo:invalid']],
    [{ limit: 0, cursor: 'x', from: '1' }, ['limit:invalid', 'cursor:invalid', 'from:invalid']],
    [{ order: 'x' }, ['order:invalid']],
  ])('400 for %j', async (query, faults) => {
    const { status, data } = await owner.get<{ errors: { attr: string; code: string }[] }>('/consignments', { params: query });
    expect([status, data.errors.map(({ attr, code }) => `${attr}:${code}`).toSorted()]).toEqual([400, faults.toSorted()]);
  });
});

describe('the status in the list', () => {
  const shown = (status: string, occurredAtMs: number): object => ({ shown: { status, occurredAtMs } });
  it.each<[string, string, object, object]>([
    ['before the first scan', 'Pending', {}, {}],
    ['after a scan', 'InTransit', shown('InTransit', 5), {}],
    ['cancelled without a scan', 'Cancelled', { cancelledAtMs: 5 }, { isCancelled: true }],
    ['cancelled after the scan', 'Cancelled', { ...shown('Packed', 5), cancelledAtMs: 6 }, { isCancelled: true }],
    ['cancelled at the moment of the scan', 'Cancelled', { ...shown('Packed', 5), cancelledAtMs: 5 }, { isCancelled: true }],
    ['scanned after the cancellation', 'Delivered', { ...shown('Delivered', 7), cancelledAtMs: 6 }, { isCancelled: true }],
    ['cancelled, then restored', 'Packed', { ...shown('Packed', 5), cancelledAtMs: 6 }, { isCancelled: false }],
    ['cancelled at an unknown time', 'Pending', {}, { isCancelled: true }],
  ])('%s is %s, as the parcel itself shows', async (name, status, state, record) => {
    const number = `S${name.replaceAll(' ', '').toUpperCase()}`;
    await insert({ number, client: name, state, record });
    const parcel = await owner.get<Listed>(`/consignments/acme-express/${number}`);
    const [listed] = (await page({ client: name })).consignments;
    expect([parcel.data.status, listed?.status]).toEqual([status, status]);
    expect(listed?.statusAt).toBe(parcel.data.statusAt);
    expect(await numbers({ client: name, status })).toEqual([number]);
    expect(await numbers({ client: name, status: 'Return' })).toEqual([]);
  });
});

describe('a walk while other parcels come in', () => {
  async function walk(query: object, between: () => Promise<unknown>): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null && found.length < 500;) {
      const next: Page = await page({ ...query, limit: 3, ...(cursor !== undefined && { cursor }) });
      found.push(...next.consignments.map(({ consignmentId }) => consignmentId));
      cursor = next.nextCursor;
      await between();
    }
    return found;
  }

  it.each([
    ['all of a client', {}],
    ['an event', { event: 'onReturn' }],
    ['what fails', { failing: 'true' }],
    ['all changed parcels', { updatedSince: at(10_000) }],
  ])('returns each parcel once: %s', async (name, query) => {
    const client = `walk ${name}`;
    const make = async (): Promise<string> => {
      const id = await insert({ number: `W${randomUUID()}`, client, created: Math.floor(Math.random() * 8) });
      for (const created of [Math.floor(Math.random() * 4), 5]) {
        await addEvent(id, 'onReturn', { created });
        await addDelivery(id, { status: 'exhausted', created });
      }
      return id;
    };
    const atTheStart = await Promise.all(Array.from({ length: 20 }, make));
    const found = await walk({ client, ...query }, async () => {
      await make();
      for (const id of atTheStart.slice(0, 5)) {
        await addEvent(id, 'onReturn', { created: 0 });
        await addDelivery(id, { status: 'exhausted', created: 0 });
      }
    });
    expect(new Set(found).size).toBe(found.length);
    expect(atTheStart.filter((id) => !found.includes(id))).toEqual([]);
  });
});

describe('events and deliveries of an order or a client', () => {
  const ids = async (path: string, query: object, caller = owner): Promise<string[]> => {
    const { data } = await caller.get<Record<string, { eventid: string }[]>>(path, { params: query });
    return (data[path.slice(1)] ?? []).map(({ eventid }) => eventid);
  };

  async function makeChain(options: Options): Promise<string> {
    const id = await insert(options);
    const eventid = await addEvent(id, 'onDelivered', { account: options.account ?? 1 });
    const deliveryId = await addDelivery(id, { status: 'delivered', account: options.account ?? 1 });
    await bed.database.query('UPDATE delivery SET eventid = $1 WHERE delivery_id = $2', [eventid, deliveryId]);
    return eventid;
  }

  it('are found, few or many', async () => {
    const [first, second] = [
      await makeChain({ number: 'O1', orderNo: 'O-1', client: 'few' }),
      await makeChain({ number: 'O2', orderNo: 'O-2', client: 'few' }),
    ];
    await makeChain({ number: 'O3', orderNo: 'O-1', client: 'few', account: 2 });
    const many = await makeChain({ number: 'O4', orderNo: 'O-4', client: 'many' });
    await bed.database.query(
      `INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, status, state)
       SELECT gen_random_uuid(), 1, 'acme-express', 'MANY' || n, 1, 'O-4', 'many', 'Pending', ${packedInSql(`'{"record":{}}'`)} FROM generate_series(1, 1001) n`,
    );
    for (const path of ['/events', '/deliveries']) {
      expect(await ids(path, { orderNo: 'O-1' })).toEqual([first]);
      expect((await ids(path, { client: 'few' })).toSorted()).toEqual([first, second].toSorted());
      expect(await ids(path, { client: 'few', orderNo: 'O-2' })).toEqual([second]);
      expect(await ids(path, { client: 'many' })).toEqual([many]);
      expect(await ids(path, { orderNo: 'O-4' })).toEqual([many]);
      expect(await ids(path, { client: 'none' })).toEqual([]);
      expect(await ids(path, { courier: 'acme-express', trackingNumber: 'O1', client: 'few' })).toEqual([first]);
      expect(await ids(path, { courier: 'acme-express', trackingNumber: 'O1', client: 'many' })).toEqual([]);
      expect(await ids(path, { client: 'few' }, stranger)).toHaveLength(1);
    }
  });

  it('include a delivery of more events than a query can name', async () => {
    const id = await insert({ number: 'BUSY', orderNo: 'BUSY', client: 'busy' });
    await bed.database.query(
      `INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
       SELECT gen_random_uuid(), 1, $1, 'onUpdated', now(), 0, '', ${packedInSql(`'{}'`)}, now() FROM generate_series(1, 1001)`,
      [id],
    );
    await addDelivery(id, { status: 'delivered' });
    expect(await ids('/deliveries', { orderNo: 'BUSY' })).toHaveLength(1);
    expect(await ids('/deliveries', { courier: 'acme-express', trackingNumber: 'BUSY' })).toHaveLength(1);
  });

  it('name their parcel until the parcel is erased', async () => {
    const eventid = await makeChain({ number: 'NAMED', orderNo: 'N-1', client: 'named' });
    const parcelOf = async (): Promise<object[]> =>
      (await owner.get<{ deliveries: object[] }>('/deliveries', { params: { eventid } })).data.deliveries;
    expect(await parcelOf()).toEqual([expect.objectContaining({ courier: 'acme-express', trackingNumber: 'NAMED', orderNo: 'N-1' })]);
    const event = await owner.get<{ deliveries: { deliveryId: string }[] }>(`/events/${eventid}`);
    expect(event.data.deliveries).toEqual([expect.objectContaining({ trackingNumber: 'NAMED' })]);
    const one = await owner.get<object>(`/deliveries/${event.data.deliveries[0]?.deliveryId}`);
    expect(one.data).toMatchObject({ courier: 'acme-express', trackingNumber: 'NAMED', orderNo: 'N-1' });
    await bed.database.query(`DELETE FROM consignment WHERE tracking_number = 'NAMED'`);
    expect(await parcelOf()).toEqual([expect.objectContaining({ courier: null, trackingNumber: null, orderNo: null })]);
  });
});
