import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { MINUTE } from '#libs/config';
import { deliveryIdOf, type EventName, type TrackingEvent } from '#libs/contracts';
import { packedInSql } from '#libs/persistence';
import { insertReceiver, type ReceiverRow } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { lagOf } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

interface Redelivery {
  readonly redeliveryId: string;
  readonly state: string;
  readonly total: number;
  readonly started: number;
}
interface Preview {
  readonly count: number;
  readonly countIsExact: boolean;
  readonly to: string;
  readonly sample: readonly { readonly eventid: string; readonly deliveryId: string | null }[];
}

const bed = useTestBed({ env: { RETRY_DELAY_MS: '20' } });
const FROM = new Date(Date.now() - 60 * MINUTE).toISOString();
const NO_PARCEL = { courier: null, trackingNumber: null, orderNo: null };
const MISSED = { from: FROM, status: 'missing' };
let receiver: TestReceiver;
let account = 0;
let client: AxiosInstance;
let url: string;
let path: string;

beforeAll(async () => {
  const [tokenApi] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender')]);
  receiver = await bed.startReceiver();
  url = tokenApi.url;
});

beforeEach(async () => {
  account += 1;
  path = `/${randomUUID()}`;
  client = api(url, await bed.createAccountAndToken({ user: account, scope: 'write' }));
});

const newReceiver = (row: Partial<ReceiverRow> = {}): Promise<string> =>
  insertReceiver(bed.database, { account, url: receiver.url(path), ...row });

interface Options {
  readonly event?: EventName;
  readonly client?: string;
  readonly minutesAgo?: number;
  readonly storedSecondsAgo?: number;
}

const INSERT = `
  INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at, stored_at)
  SELECT eventid, account, "consignmentId", event, now(), 0, client, ${packedInSql('payload')}, to_timestamp("createdAtMs"::float8 / 1000), now() - "storedSecondsAgo" * interval '1 second'
  FROM jsonb_to_recordset($1::jsonb) AS row(eventid uuid, account bigint, "consignmentId" uuid, event text, client text, payload text, "createdAtMs" bigint, "storedSecondsAgo" integer)`;

/** Stores events that the fan-out has seen before a receiver existed for them. */
async function store(count: number, { minutesAgo = 10, storedSecondsAgo = 60, ...options }: Options = {}): Promise<TrackingEvent[]> {
  const createdAtMs = Date.now() - minutesAgo * MINUTE;
  const events = Array.from({ length: count }, (_, n) => ({
    ...trackingEvent({ account, ...options }),
    createdAtMs: createdAtMs + (n % 1_000),
  }));
  const rows = events.map(({ payload, ...event }) => ({
    ...event,
    storedSecondsAgo,
    event: payload.event,
    eventid: payload.eventid,
    client: payload.references.client,
    payload: JSON.stringify(payload),
  }));
  await bed.database.query(INSERT, [JSON.stringify(rows)]);
  return events;
}

const idsOf = (events: readonly TrackingEvent[]): string[] => events.map(({ payload }) => payload.eventid).toSorted();
const arrived = (): string[] => receiver.requests(path).map(({ eventid }) => eventid ?? '');

const order = async (receiverId: string, body: object = MISSED): Promise<Redelivery> =>
  (await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, body)).data;
const preview = async (receiverId: string, body: object = MISSED): Promise<Preview> => {
  const { status, data } = await client.post<Preview>(`/receivers/${receiverId}/redeliver`, { ...body, dryRun: true });
  expect(status).toBe(200);
  return data;
};
const finished = ({ redeliveryId }: Redelivery): Promise<Redelivery> =>
  waitFor(async () => {
    const { data } = await client.get<Redelivery>(`/redeliveries/${redeliveryId}`);
    return data.state === 'running' ? undefined : data;
  });
const deliveries = (receiverId: string): Promise<{ status: string; round: number; attempts: number; count: number }[]> =>
  bed.database.query(
    'SELECT status, round, attempts, count(*)::int AS count FROM delivery WHERE receiver_id = $1 GROUP BY 1, 2, 3 ORDER BY 2',
    [receiverId],
  );
/** Waits until every delivery of the receiver has been made. */
const made = (receiverId: string, count: number): Promise<unknown> =>
  waitFor(
    async () => {
      const rows = await deliveries(receiverId);
      return rows.every(({ status }) => status === 'delivered') && rows.reduce((sum, row) => sum + row.count, 0) === count;
    },
    { what: `${count} delivered` },
  );
/** Waits until everything published has been read: all deliveries would have come by now. */
const quiet = (): Promise<unknown> =>
  waitFor(async () => {
    const lag = (group: string, topic: string): Promise<number> =>
      lagOf(`${bed.topicPrefix}webhook-sender.${group}`, bed.topicPrefix + topic);
    return (await lag('events', 'events')) === 0 && (await lag('attempts', 'delivery-attempts')) === 0;
  });

describe('redeliver with status missing', () => {
  it('sends a receiver the events from before its creation once, and nothing when ordered again', async () => {
    const events = await store(5);
    const receiverId = await newReceiver();
    const ordered = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, MISSED);
    expect([ordered.status, ordered.data]).toEqual([202, expect.objectContaining({ receiverId, status: 'missing', total: 5 })]);
    expect(await finished(ordered.data)).toMatchObject({ state: 'done', total: 5, started: 5 });
    await made(receiverId, 5);
    expect(arrived().toSorted()).toEqual(idsOf(events));
    expect(await deliveries(receiverId)).toEqual([{ status: 'delivered', round: 2, attempts: 1, count: 5 }]);
    const ids = await bed.database.query<{ id: string }>('SELECT delivery_id AS id FROM delivery WHERE receiver_id = $1', [receiverId]);
    expect(ids.map(({ id }) => id).toSorted()).toEqual(
      idsOf(events)
        .map((id) => deliveryIdOf(id, receiverId))
        .toSorted(),
    );

    expect(await preview(receiverId)).toMatchObject({ count: 0, countIsExact: true, sample: [] });
    expect(await finished(await order(receiverId))).toMatchObject({ state: 'done', total: 0, started: 0 });
    await quiet();
    expect(arrived()).toHaveLength(5);
  });

  it('is not repeated by a fan-out that comes later', async () => {
    const receiverId = await newReceiver();
    const events = await store(2);
    await finished(await order(receiverId));
    await made(receiverId, 2);
    await bed.publish('events', events.map(eventMessage));
    await quiet();
    await made(receiverId, 2);
    expect(arrived()).toHaveLength(2);
  });

  it('sends the events that were fanned out while the receiver was switched off', async () => {
    const receiverId = await newReceiver({ enabled: false });
    const events = await store(3);
    await bed.publish('events', events.map(eventMessage));
    await quiet();
    expect(await deliveries(receiverId)).toEqual([]);
    expect((await preview(receiverId)).count).toBe(3);
    const refused = await client.post<{ errors: object[] }>(`/receivers/${receiverId}/redeliver`, MISSED);
    expect([refused.status, refused.data.errors]).toMatchObject([409, [{ attr: 'receiverId', code: 'conflict' }]]);
    await client.patch(`/receivers/${receiverId}`, { enabled: true });
    await finished(await order(receiverId));
    await made(receiverId, 3);
    expect(arrived().toSorted()).toEqual(idsOf(events));
  });

  it('uses the current events and filter, and leaves out events that have a delivery', async () => {
    const mine = await store(1, { event: 'onReturn', client: 'shop-de' });
    const [other, unwanted] = [
      await store(2, { event: 'onDelay', client: 'shop-de' }),
      await store(2, { event: 'onDelay', client: 'Shop-DE' }),
    ];
    const receiverId = await newReceiver({ events: ['onReturn'], filter: { clients: ['shop-de'] } });
    await finished(await order(receiverId));
    await made(receiverId, 1);
    expect(arrived()).toEqual(idsOf(mine));
    await client.patch(`/receivers/${receiverId}`, { events: [] });
    await finished(await order(receiverId));
    await made(receiverId, 3);
    expect(arrived().toSorted()).toEqual(idsOf([...mine, ...other]));
    await client.patch(`/receivers/${receiverId}`, { filter: { clients: [] } });
    expect((await preview(receiverId)).sample.map(({ eventid }) => eventid).toSorted()).toEqual(idsOf(unwanted));
  });

  it('keeps to the period, and leaves out events stored in the last ten seconds, whatever the time of their cause', async () => {
    const receiverId = await newReceiver();
    const [early, late] = [await store(2, { minutesAgo: 30 }), await store(2, { minutesAgo: 20 })];
    await store(1, { minutesAgo: 25, storedSecondsAgo: 1 });
    const at = (event?: TrackingEvent): string => new Date(event?.createdAtMs ?? 0).toISOString();
    const countOf = async (from: string, to?: string): Promise<number> =>
      (await preview(receiverId, { status: 'missing', from, to })).count;
    expect(await countOf(FROM)).toBe(4);
    expect(await countOf(at(early[1]), at(late[0]))).toBe(1);
    expect(await countOf(at(early[0]), at(late[1]))).toBe(3);
    await finished(await order(receiverId, { status: 'missing', from: at(early[1]), to: at(late[1]) }));
    await made(receiverId, 2);
    expect(arrived().toSorted()).toEqual(idsOf([early[1]!, late[0]!]));
  });

  it('sends every event once, even if ordered twice at once and processed by two instances', async () => {
    const events = await store(650);
    const second = await bed.startApp('token-api');
    const receiverId = await newReceiver();
    const bySecond = api(second.url, {
      user: account,
      token: String(client.defaults.headers.common['token'] ?? client.defaults.headers['token']),
    });
    const orders = await Promise.all(
      [client, bySecond, client].map(async (each) => (await each.post<Redelivery>(`/receivers/${receiverId}/redeliver`, MISSED)).data),
    );
    await Promise.all(orders.map(finished));
    await made(receiverId, 650);
    await quiet();
    expect(arrived().toSorted()).toEqual(idsOf(events));
    expect(orders.reduce((sum, { redeliveryId }) => sum.add(redeliveryId), new Set<string>()).size).toBe(1);
    await second.stop();
  });

  it('finds few events among many', async () => {
    await store(6_500, { client: 'other', minutesAgo: 30 });
    const events = await store(2, { client: 'rare' });
    const receiverId = await newReceiver({ filter: { clients: ['rare'] } });
    expect(await preview(receiverId)).toMatchObject({ count: 2, countIsExact: true });
    expect(await finished(await order(receiverId))).toMatchObject({ total: 2, started: 2 });
    await made(receiverId, 2);
    expect(arrived().toSorted()).toEqual(idsOf(events));
  });

  it('leaves out erased parcels, and weeks whose deliveries have been removed', async () => {
    const [erased, kept] = await store(2);
    await bed.database.query('INSERT INTO erased_consignment (consignment_id, account_id, erased_at) VALUES ($1, $2, now())', [
      erased?.consignmentId,
      account,
    ]);
    await bed.database.query(
      `CREATE TABLE IF NOT EXISTS event_p20200106 PARTITION OF event FOR VALUES FROM ('2020-01-06') TO ('2020-01-13')`,
    );
    await store(1, { minutesAgo: (Date.now() - Date.parse('2020-01-07T00:00:00Z')) / MINUTE });
    const receiverId = await newReceiver();
    const all = { status: 'missing', from: '2020-01-01T00:00:00Z' };
    expect((await preview(receiverId, all)).sample.map(({ eventid }) => eventid)).toEqual(idsOf([kept!]));
    await finished(await order(receiverId, all));
    await made(receiverId, 1);
  });

  it('accepts clients of any text', async () => {
    const [odd] = [...(await store(1, { client: '\u0001' })), ...(await store(1, { client: '😀'.repeat(2_000) }))];
    await store(1, { client: 'say "client":"x", \\' });
    expect((await preview(await newReceiver({ filter: { clients: ['', '\u0002', 'x'] } }))).count).toBe(0);
    expect((await preview(await newReceiver({ filter: { clients: ['say "client":"x", \\'] } }))).count).toBe(1);
    expect((await preview(await newReceiver())).sample.map(({ eventid }) => eventid)).toContain(odd?.payload.eventid);
  });

  it('concerns only the account that ordered it', async () => {
    await store(1);
    const receiverId = await newReceiver();
    const stranger = api(url, await bed.createAccountAndToken({ user: account + 1_000, scope: 'write' }));
    for (const body of [MISSED, { ...MISSED, dryRun: true }]) {
      const { status, data } = await stranger.post<object>(`/receivers/${receiverId}/redeliver`, body);
      expect([status, data]).toMatchObject([404, { errors: [{ attr: 'receiverId', code: 'not_found' }] }]);
    }
  });

  it('can be ordered with the command, too', async () => {
    const events = await store(2);
    const receiverId = await newReceiver();
    const args = ['redeliver', '--user', String(account), '--receiver', receiverId, '--from', FROM, '--status', 'missing'];
    expect(JSON.parse(stdoutOf(await bed.runCommand([...args, '--dry-run'])))).toMatchObject({ count: 2, countIsExact: true });
    expect(await deliveries(receiverId)).toEqual([]);
    await finished(JSON.parse(stdoutOf(await bed.runCommand(args))) as Redelivery);
    await made(receiverId, 2);
    expect(arrived().toSorted()).toEqual(idsOf(events));
  });
});

describe('a dry run', () => {
  const ENDED = `
    INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, created_at, updated_at)
    SELECT "deliveryId", account_id, $1, consignment_id, eventid, event, $2, 1, created_at, now()
    FROM unnest($3::uuid[], $4::uuid[]) AS row(eventid, "deliveryId") JOIN event USING (eventid)`;
  const end = (receiverId: string, status: string, eventids: readonly string[]): Promise<unknown> =>
    bed.database.query(ENDED, [receiverId, status, eventids, eventids.map((eventid) => deliveryIdOf(eventid, receiverId))]);

  it.each(['exhausted', 'expired', 'cancelled', 'delivered'])(
    'of %s deliveries counts and names them, and orders nothing',
    async (status) => {
      const events = await store(12);
      const receiverId = await newReceiver({ enabled: status !== 'cancelled' });
      await end(receiverId, status, idsOf(events));
      await bed.database.query('DELETE FROM event WHERE eventid = $1', [events[0]?.payload.eventid]);
      const { count, countIsExact, sample } = await preview(receiverId, { from: FROM, status });
      expect([count, countIsExact]).toEqual([11, true]);
      expect(sample.map(({ eventid }) => eventid)).toEqual(events.slice(1, 11).map(({ payload }) => payload.eventid));
      expect(sample[0]).toEqual({
        eventid: events[1]?.payload.eventid,
        event: 'onOutForDelivery',
        createdAt: new Date(events[1]?.createdAtMs ?? 0).toISOString(),
        deliveryId: expect.any(String),
        consignmentId: events[1]?.consignmentId,
        ...NO_PARCEL,
      });
      expect((await preview(receiverId, { from: FROM, status: 'missing' })).count).toBe(0);
      expect(await bed.database.query('SELECT 1 FROM redelivery WHERE account_id = $1', [account])).toEqual([]);
      expect(await bed.database.query(`SELECT 1 FROM audit_log WHERE account_id = $1 AND action LIKE '%edeliver%'`, [account])).toEqual([]);
      expect(await deliveries(receiverId)).toMatchObject([{ status, round: 1, count: 12 }]);
    },
  );

  it('of missing deliveries names the first events, without a delivery', async () => {
    const events = await store(12);
    const { count, countIsExact, sample } = await preview(await newReceiver());
    expect([count, countIsExact]).toEqual([12, true]);
    expect(sample).toHaveLength(10);
    expect(sample[0]).toEqual({
      eventid: events[0]?.payload.eventid,
      event: 'onOutForDelivery',
      createdAt: new Date(events[0]?.createdAtMs ?? 0).toISOString(),
      deliveryId: null,
      consignmentId: events[0]?.consignmentId,
      ...NO_PARCEL,
    });
  });

  it.each(['missing', 'exhausted'])('names the parcels of %s deliveries as people do', async (status) => {
    const [event] = await store(1);
    const receiverId = await newReceiver();
    if (status === 'exhausted') await end(receiverId, status, idsOf([event!]));
    await bed.database.query(
      `INSERT INTO consignment (consignment_id, account_id, courier, tracking_number, generation, order_no, client, status, state)
       VALUES ($1, $2, 'acme-express', $3, 1, 'A-1001', '', 'Pending', ${packedInSql(`'{"record":{}}'`)})`,
      [event?.consignmentId, account, path],
    );
    const parcel = { courier: 'acme-express', trackingNumber: path, orderNo: 'A-1001' };
    expect((await preview(receiverId, { from: FROM, status })).sample).toMatchObject([parcel]);
  });

  it.each([
    ['missing', 10_000],
    ['expired', 0],
  ])('of %s deliveries shows the time up to which it counted: %d ms ago, unless the period ends earlier', async (status, agoMs) => {
    const receiverId = await newReceiver();
    const beginMs = Date.now();
    const future = new Date(beginMs + 60 * MINUTE).toISOString();
    for (const to of [{}, { to: future }]) {
      const countedToMs = Date.parse((await preview(receiverId, { from: FROM, status, ...to })).to);
      expect(countedToMs).toBeGreaterThanOrEqual(beginMs - agoMs);
      expect(countedToMs).toBeLessThanOrEqual(Date.now() - agoMs);
    }
    const past = new Date(beginMs - MINUTE).toISOString();
    expect((await preview(receiverId, { from: FROM, to: past, status })).to).toBe(past);
  });

  it('counts up to ten thousand', async () => {
    const ids = idsOf(await store(10_100));
    const receiverId = await newReceiver();
    expect(await preview(receiverId)).toMatchObject({ count: 10_000, countIsExact: false });
    await end(receiverId, 'expired', ids);
    expect(await preview(receiverId, { from: FROM, status: 'expired' })).toMatchObject({ count: 10_000, countIsExact: false });
    expect(await preview(receiverId)).toMatchObject({ count: 0, countIsExact: true, sample: [] });
  });

  it('is a flag', async () => {
    const { status, data } = await client.post<object>(`/receivers/${await newReceiver()}/redeliver`, { ...MISSED, dryRun: 'yes' });
    expect([status, data]).toMatchObject([400, { errors: [{ attr: 'dryRun', code: 'invalid' }] }]);
  });
});
