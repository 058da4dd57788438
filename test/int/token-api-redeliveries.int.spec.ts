import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { EVENT_NAMES, type TrackingEvent } from '#libs/contracts';
import { packText } from '#libs/persistence';
import { deliveryAttempt, attemptMessage } from '../builders/delivery-attempt.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

interface Attempt {
  readonly round: number;
  readonly attempt: number;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly responseBody: string | null;
  readonly senderAddress: string | null;
  readonly durationMs: number;
  readonly requestBody: string | null;
}
interface Delivery {
  readonly deliveryId: string;
  readonly status: string;
  readonly isTest: boolean;
  readonly round: number;
  readonly nextAttemptAt: string | null;
  readonly attempts: readonly Attempt[];
}
interface Redelivery {
  readonly redeliveryId: string;
  readonly state: string;
  readonly total: number;
  readonly started: number;
  readonly results: object;
}
interface Faults {
  readonly errors: readonly { readonly code: string; readonly attr: string | null }[];
}

const ACCOUNT = 1;
const NOTHING = { pending: 0, delivered: 0, deliveredIsExact: true, failed: 0, cancelled: 0 };
const bed = useTestBed({ env: { RETRY_DELAY_MS: '20', SENDER_ADDRESSES: '127.0.0.1' } });
let receiver: TestReceiver;
let client: AxiosInstance;
let tokenApi: App;
let path: string;
let receiverId: string;

beforeAll(async () => {
  const credentials = await bed.createAccountAndToken({ user: ACCOUNT, scope: 'write' });
  [tokenApi, receiver] = await Promise.all([bed.startApp('token-api'), bed.startReceiver(), bed.startApp('webhook-sender')]);
  client = api(tokenApi.url, credentials);
});

beforeEach(async () => {
  path = `/${randomUUID()}`;
  receiverId = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url(path), filter: { clients: [path] } });
});

/** Stores and publishes events as event-builder does: in the table, and on the topic. */
async function tell(count: number): Promise<TrackingEvent[]> {
  const events = Array.from({ length: count }, () => trackingEvent({ account: ACCOUNT, client: path }));
  for (const event of events) {
    await bed.database.query(
      'INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at) VALUES ($1, $2, $3, $4, $5, 0, $8, $6, $7)',
      [
        event.payload.eventid,
        ACCOUNT,
        event.consignmentId,
        event.payload.event,
        event.payload.timestamp,
        packText(JSON.stringify(event.payload)),
        new Date(event.createdAtMs),
        path,
      ],
    );
  }
  await bed.publish('events', events.map(eventMessage));
  return events;
}

const ended = (count: number, round = 1): Promise<Delivery[]> =>
  waitFor(async () => {
    const { data } = await client.get<{ deliveries: Delivery[] }>('/deliveries', { params: { receiverId, limit: 200 } });
    const over = data.deliveries.filter((delivery) => delivery.status !== 'pending' && delivery.round === round);
    return over.length === count ? over : undefined;
  });
const detail = async (deliveryId: string): Promise<Delivery> => (await client.get<Delivery>(`/deliveries/${deliveryId}`)).data;
const finished = (redeliveryId: string): Promise<Redelivery> =>
  waitFor(async () => {
    const { data } = await client.get<Redelivery>(`/redeliveries/${redeliveryId}`);
    return data.state === 'running' ? undefined : data;
  });
const faultOf = ({ status, data }: { status: number; data: unknown }): unknown => [
  status,
  (data as Faults).errors.map(({ attr, code }) => `${attr}:${code}`),
];

describe('POST /deliveries/{deliveryId}/redeliver', () => {
  it('makes a new round of 16 attempts with the same eventid, timestamp and body; every body can be read', async () => {
    receiver.behave(path, { kind: 'answer', status: 500, body: 'no' });
    await tell(1);
    const [delivery] = await ended(1);
    expect(delivery?.status).toBe('exhausted');
    receiver.behave(path, { kind: 'fail', times: 16 + 3 });

    const { status, data } = await client.post<Redelivery>(`/deliveries/${delivery?.deliveryId}/redeliver`);
    expect([status, data]).toEqual([
      202,
      expect.objectContaining({ deliveryId: delivery?.deliveryId, receiverId, total: 1, from: null, to: null, status: null }),
    ]);
    await ended(1, 2);
    expect(await finished(data.redeliveryId)).toMatchObject({ state: 'done', total: 1, started: 1 });
    const { attempts, status: last } = await detail(delivery?.deliveryId ?? '');
    expect(last).toBe('delivered');
    expect(attempts.map(({ round, attempt }) => `${round}/${attempt}`)).toEqual([
      ...Array.from({ length: 16 }, (_, i) => `1/${i + 1}`),
      '2/1',
      '2/2',
      '2/3',
      '2/4',
    ]);
    const sent = receiver.requests(path).map(({ body }) => body.toString());
    expect(attempts.map(({ requestBody }) => requestBody)).toEqual(sent);
    expect(new Set(sent).size).toBe(1);
    expect(attempts[0]).toMatchObject({ outcome: 'http_status', httpStatus: 500, responseBody: 'no', senderAddress: '127.0.0.1' });
  });

  it('uses the receiver’s current format, and reads both formats back', async () => {
    await tell(1);
    const [delivery] = await ended(1);
    await client.patch(`/receivers/${receiverId}`, { format: 'cloudevents', etaUnknownForm: 'null_text' });
    await client.post(`/deliveries/${delivery?.deliveryId}/redeliver`);
    await ended(1, 2);
    const { attempts } = await detail(delivery?.deliveryId ?? '');
    expect(attempts.map(({ requestBody }) => requestBody)).toEqual(receiver.requests(path).map(({ body }) => body.toString()));
    expect(attempts.map(({ requestBody }) => 'specversion' in (JSON.parse(requestBody ?? '') as object))).toEqual([false, true]);
  });

  it('changes the format of a delivery that is being retried: after disabling, its deliveries end as cancelled; after enabling, they are sent again', async () => {
    receiver.behave(path, { kind: 'answer', status: 400, delayMs: 300 }); // Slow enough for the change to come before the last retry.
    await tell(1);
    await waitFor(() => receiver.requests(path).length > 0);
    await client.patch(`/receivers/${receiverId}`, { format: 'cloudevents', enabled: false });
    const [delivery] = await ended(1);
    expect(delivery?.status).toBe('cancelled');
    const bodies = receiver.requests(path).map(({ body }) => body.toString());
    expect(new Set(bodies).size).toBe(1); // A retry has the same bytes, whatever was changed meanwhile.
    receiver.behave(path, { kind: 'answer' });
    await client.patch(`/receivers/${receiverId}`, { enabled: true });
    await client.post(`/deliveries/${delivery?.deliveryId}/redeliver`);
    expect(await ended(1, 2)).toMatchObject([{ status: 'delivered' }]);
    const last = receiver.requests(path).at(-1)?.json();
    expect([bodies[0]?.includes('specversion'), last]).toEqual([false, expect.objectContaining({ specversion: '1.0' })]);
  });

  it('answers 409 while it is pending, 409 while the receiver is disabled, then 404', async () => {
    receiver.behave(path, { kind: 'hang' });
    await tell(1);
    const [pending] = await waitFor(async () => {
      const { data } = await client.get<{ deliveries: Delivery[] }>('/deliveries', { params: { receiverId } });
      return data.deliveries.length === 1 ? data.deliveries : undefined;
    });
    expect(pending?.nextAttemptAt).toMatch(/Z$/);
    const url = `/deliveries/${pending?.deliveryId}/redeliver`;
    expect(faultOf(await client.post(url))).toEqual([409, ['deliveryId:conflict']]);
    await client.patch(`/receivers/${receiverId}`, { enabled: false });
    await bed.database.query(`UPDATE delivery SET status = 'cancelled' WHERE delivery_id = $1`, [pending?.deliveryId]);
    expect(faultOf(await client.post(url))).toEqual([409, ['receiverId:conflict']]);
    const all = { from: '2020-01-01T00:00:00Z', status: 'cancelled' };
    expect(faultOf(await client.post(`/receivers/${receiverId}/redeliver`, all))).toEqual([409, ['receiverId:conflict']]);
    await client.delete(`/receivers/${receiverId}`);
    expect(faultOf(await client.post(url))).toEqual([409, ['deliveryId:conflict']]);
    expect(faultOf(await client.post(`/receivers/${receiverId}/redeliver`, all))).toEqual([404, ['receiverId:not_found']]);
  });

  it('treats the same key as the same order, and another request with that key as a conflict', async () => {
    await tell(2);
    const [first, second] = await ended(2);
    const headers = { 'Idempotency-Key': 'key-1' };
    const url = `/deliveries/${first?.deliveryId}/redeliver`;
    const answers = await Promise.all([1, 2, 3].map(() => client.post<Redelivery>(url, undefined, { headers })));
    const ids = new Set(answers.map(({ data }) => data.redeliveryId));
    expect([answers.map(({ status }) => status), ids.size]).toEqual([[202, 202, 202], 1]);
    await finished([...ids][0] ?? '');
    await ended(1, 2);
    expect((await client.post<Redelivery>(url, undefined, { headers })).data.redeliveryId).toBe([...ids][0]);
    const inCapitals = await client.post<Redelivery>(`/deliveries/${first?.deliveryId.toUpperCase()}/redeliver`, undefined, { headers });
    expect(inCapitals.data.redeliveryId).toBe([...ids][0]);
    expect(faultOf(await client.post(`/deliveries/${second?.deliveryId}/redeliver`, undefined, { headers }))).toEqual([
      409,
      ['Idempotency-Key:conflict'],
    ]);
    expect(faultOf(await client.post(url, undefined, { headers: { 'Idempotency-Key': 'x'.repeat(256) } }))).toEqual([
      400,
      ['Idempotency-Key:invalid'],
    ]);
    expect(receiver.requests(path)).toHaveLength(3);
  });
});

describe('POST /receivers/{receiverId}/redeliver', () => {
  it('sends all deliveries of a period and status once, with progress', async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    await tell(5);
    await ended(5);
    const rows = await bed.database.query<{ id: string }>('SELECT delivery_id AS id FROM delivery WHERE receiver_id = $1 LIMIT 3', [
      receiverId,
    ]);
    const failed = rows.map(({ id }) => id);
    await bed.database.query(`UPDATE delivery SET status = 'expired' WHERE delivery_id = ANY($1::uuid[])`, [failed]);
    const { status, data } = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, { from, status: 'expired' });
    expect([status, data]).toEqual([202, expect.objectContaining({ deliveryId: null, receiverId, status: 'expired', total: 3 })]);
    expect(await finished(data.redeliveryId)).toMatchObject({ state: 'done', total: 3, started: 3 });
    expect((await ended(3, 2)).map(({ deliveryId }) => deliveryId).toSorted()).toEqual(failed.toSorted());
    const none = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, { from, status: 'expired' });
    expect(await finished(none.data.redeliveryId)).toMatchObject({ state: 'done', total: 0, started: 0 });
    expect(none.data.redeliveryId).not.toBe(data.redeliveryId);
  });

  it('shows whether the deliveries wait, arrived, or failed again', async () => {
    const from = new Date(Date.now() - 60_000).toISOString();
    const order = async (status: string): Promise<string> =>
      (await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, { from, status })).data.redeliveryId;
    const results = async (redeliveryId: string): Promise<object> =>
      (await client.get<Redelivery>(`/redeliveries/${redeliveryId}`)).data.results;
    const become = (redeliveryId: string, expected: object): Promise<unknown> =>
      waitFor(async () => isDeepStrictEqual(await results(redeliveryId), { ...NOTHING, ...expected }), { what: JSON.stringify(expected) });
    await tell(3);
    const [one] = await ended(3);
    const answer = Promise.withResolvers<void>();
    receiver.behave(path, { kind: 'answer', status: 500, after: answer.promise });
    const first = await order('delivered');
    await become(first, { pending: 3 });
    answer.resolve();
    await become(first, { failed: 3 });
    receiver.behave(path, { kind: 'answer' });
    await become(await order('exhausted'), { delivered: 3 });
    const again = await client.post<Redelivery>(`/deliveries/${one?.deliveryId}/redeliver`);
    await become(again.data.redeliveryId, { delivered: 1 });
  });

  it('counts up to ten thousand while its caller waits', async () => {
    await bed.database.query(
      `WITH made AS (
         INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, created_at, updated_at)
         SELECT gen_random_uuid(), account_id, receiver_id, gen_random_uuid(), gen_random_uuid(), 'onCreated', 'expired', now() - interval '1 hour', now()
         FROM receiver, generate_series(1, 10100) WHERE receiver_id = $1 RETURNING *
       )
       INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at)
       SELECT eventid, account_id, consignment_id, event, created_at, 0, '', $2::bytea, created_at FROM made`,
      [receiverId, packText(JSON.stringify(trackingEvent({ account: ACCOUNT }).payload))],
    );
    const period = { from: '2020-01-01T00:00:00Z', status: 'expired' };
    const { data } = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, period);
    expect(data.total).toBe(10_000);
    await client.patch(`/receivers/${receiverId}`, { enabled: false });
    await finished(data.redeliveryId); // Some of them were sent before.
    await bed.database.query('UPDATE redelivery SET started = 10100 WHERE redelivery_id = $1', [data.redeliveryId]);
    expect(await finished(data.redeliveryId)).toMatchObject({ total: 10_100, started: 10_100 });
  });

  it('counts only deliveries that can be sent, with and without a dry run: not if the event is gone or the parcel erased', async () => {
    const [erased, gone] = await tell(3);
    await ended(3);
    await bed.database.query('DELETE FROM event WHERE eventid = $1', [gone?.payload.eventid]);
    await bed.database.query('INSERT INTO erased_consignment (consignment_id, account_id, erased_at) VALUES ($1, $2, now())', [
      erased?.consignmentId,
      ACCOUNT,
    ]);
    const period = { from: '2020-01-01T00:00:00Z', status: 'delivered' };
    const post = async <T>(body: object): Promise<T> => (await client.post<T>(`/receivers/${receiverId}/redeliver`, body)).data;
    const { count, sample } = await post<{ count: number; sample: object[] }>({ ...period, dryRun: true });
    const { total, redeliveryId } = await post<Redelivery>(period);
    expect([count, sample.length, total]).toEqual([1, 1, 1]);
    expect(await finished(redeliveryId)).toMatchObject({ state: 'done', total: 1, started: 1 });
  });

  it.each([
    { deliveredAtOnce: 0, isExact: true },
    { deliveredAtOnce: 20_000, isExact: false },
  ])('counts delivered deliveries even if more wait than are counted ($deliveredAtOnce were delivered at once)', async (told) => {
    const add = (status: string, { count, round, minutesAgo }: { count: number; round: number; minutesAgo: number }): Promise<unknown> =>
      bed.database.query(
        `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, round, created_at, updated_at)
         SELECT gen_random_uuid(), account_id, receiver_id, gen_random_uuid(), gen_random_uuid(), 'onCreated', $2, $3, now() - $4 * interval '1 minute', now()
         FROM receiver, generate_series(1, $5) WHERE receiver_id = $1`,
        [receiverId, status, round, minutesAgo, count],
      );
    await add('delivered', { count: told.deliveredAtOnce, round: 1, minutesAgo: 90 });
    await add('pending', { count: 12_000, round: 2, minutesAgo: 60 });
    await add('delivered', { count: 3, round: 2, minutesAgo: 60 });
    const redeliveryId = randomUUID();
    await bed.database.query(
      `INSERT INTO redelivery (redelivery_id, account_id, receiver_id, from_at, to_at, walked_to_at, status, request, state, total, started, created_at)
       VALUES ($1, $2, $3, now() - interval '1 day', now(), now(), 'exhausted', 'past', 'done', 12003, 12003, now() - interval '1 hour')`,
      [redeliveryId, ACCOUNT, receiverId],
    );
    const { results } = (await client.get<Redelivery>(`/redeliveries/${redeliveryId}`)).data;
    const delivered = told.isExact ? 3 : 0;
    expect(results).toEqual({ ...NOTHING, pending: 10_000, delivered, deliveredIsExact: told.isExact });
  });

  it('makes the same order for the same request while it runs, and always for the same key', async () => {
    const body = { from: '2020-01-01T00:00:00Z', status: 'delivered' };
    const plain = await Promise.all([1, 2].map(() => client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, body)));
    const config = { headers: { 'Idempotency-Key': randomUUID() } };
    const keyed = await Promise.all([1, 2].map(() => client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, body, config)));
    expect([...plain, ...keyed].map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await finished(keyed[0]?.data.redeliveryId ?? '');
    const again = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, body, config);
    expect(new Set([...keyed, again].map(({ data }) => data.redeliveryId)).size).toBe(1);
    const other = await client.post(`/receivers/${receiverId}/redeliver`, { ...body, status: 'expired' }, config);
    expect(faultOf(other)).toEqual([409, ['Idempotency-Key:conflict']]);
  });

  it('treats requests as the same however ids and times are written', async () => {
    const written = { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z', status: 'delivered' };
    const rewritten = { from: '2020-01-01T01:00:00+01:00', to: '2020-02-01T00:00:00.000+00:00', status: 'delivered' };
    const config = { headers: { 'Idempotency-Key': randomUUID() } };
    const first = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, written, config);
    const again = await client.post<Redelivery>(`/receivers/${receiverId.toUpperCase()}/redeliver`, rewritten, config);
    expect([again.status, again.data.redeliveryId]).toEqual([202, first.data.redeliveryId]);

    // Held by an instance that does not continue, so that it stays running, for no longer than a clock set back would explain.
    const held = randomUUID();
    await bed.database.query(
      `INSERT INTO redelivery (redelivery_id, account_id, receiver_id, from_at, to_at, status, request, state, total, owner, leased_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', 0, gen_random_uuid(), now() + interval '19 seconds')`,
      [
        held,
        ACCOUNT,
        receiverId,
        ...Object.values(written),
        `receiver/${receiverId} 2020-01-01T00:00:00.000Z 2020-02-01T00:00:00.000Z delivered`,
      ],
    );
    const running = await client.post<Redelivery>(`/receivers/${receiverId}/redeliver`, rewritten);
    expect([running.status, running.data]).toEqual([202, expect.objectContaining({ redeliveryId: held, state: 'running' })]);
  });

  it.each([
    [{ from: 'x', to: 'y', status: 'pending' }, ['from:invalid', 'to:invalid', 'status:invalid_choice']],
    [{ from: '2020-02-01T00:00:00Z', to: '2020-02-01T01:00:00+01:00', status: 'expired' }, ['to:invalid']],
    [{ status: null }, ['from:required', 'status:invalid']],
  ])('400 for %j', async (body, faults) => {
    expect(faultOf(await client.post(`/receivers/${receiverId}/redeliver`, body))).toEqual([400, faults]);
  });
});

describe('POST /receivers/{receiverId}/test', () => {
  const test = (event: string) => client.post<Delivery>(`/receivers/${receiverId}/test`, { event });

  it.each(EVENT_NAMES)('%s arrives, and the answer is the receiver’s answer', async (event) => {
    receiver.behave(path, { kind: 'answer', status: 201, body: 'thank you' });
    const { status, data } = await test(event);
    expect([status, data.status, data.isTest]).toEqual([200, 'delivered', true]);
    const [request] = receiver.requests(path);
    expect(data.attempts).toEqual([
      expect.objectContaining({
        round: 1,
        attempt: 1,
        outcome: 'accepted',
        httpStatus: 201,
        responseBody: 'thank you',
        senderAddress: '127.0.0.1',
        durationMs: expect.any(Number),
        requestBody: request?.body.toString(),
      }),
    ]);
    expect(request?.json()).toMatchObject({ event, references: { orderNo: 'TEST', tracking_number: expect.stringMatching(/^TEST-/) } });
  });

  it('reports a failure, and does not try again', async () => {
    receiver.behave(path, { kind: 'answer', status: 503 });
    const { data } = await test('onDelivered');
    expect(data).toMatchObject({ status: 'exhausted', attempts: [{ outcome: 'http_status', httpStatus: 503 }] });
    // A retry would come after 20 ms, and before this test, which is sent later.
    await test('onDelivered');
    expect(receiver.requests(path)).toHaveLength(2);
    expect(faultOf(await client.post(`/deliveries/${data.deliveryId}/redeliver`))).toEqual([409, ['deliveryId:conflict']]);
  });

  it('reaches a receiver before it is enabled, in its own format, whatever waits for it', async () => {
    await client.patch(`/receivers/${receiverId}`, { enabled: false, format: 'cloudevents' });
    const { data } = await test('onReturn');
    expect(data.status).toBe('delivered');
    expect(receiver.requests(path)[0]?.json()).toMatchObject({ specversion: '1.0', id: expect.any(String) });
    receiver.behave(path, { kind: 'hang' });
    await client.patch(`/receivers/${receiverId}`, { timeoutMs: 300 });
    expect((await test('onReturn')).data).toMatchObject({ status: 'exhausted', attempts: [{ outcome: 'timeout' }] });
  });

  it('answers 429 for the sixth test at once of one account; another account is still served', async () => {
    const answer = Promise.withResolvers<void>();
    receiverId = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url(path), filter: { clients: [path] } });
    receiver.behave(path, { kind: 'answer', status: 500, after: answer.promise });
    const five = Array.from({ length: 5 }, () => test('onDelay'));
    await waitFor(() => receiver.requests(path).length === 5, { what: 'five tests under way' });
    const refused = await test('onDelay');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);

    const other = api(tokenApi.url, await bed.createAccountAndToken({ user: 2, scope: 'write' }));
    const ofOther = await insertReceiver(bed.database, { account: 2, url: receiver.url(`${path}/other`) });
    expect((await other.post<Delivery>(`/receivers/${ofOther}/test`, { event: 'onDelay' })).data.status).toBe('delivered');
    answer.resolve();
    expect((await Promise.all(five)).map(({ data }) => data.status)).toEqual(Array.from({ length: 5 }, () => 'exhausted'));
    receiver.behave(path, { kind: 'answer', status: 200 });
    expect((await test('onDelay')).data.status).toBe('delivered');
  });

  it('is recognised as a test even if its attempt is recorded before its row', async () => {
    const event = trackingEvent({ account: ACCOUNT, client: path });
    const attempt = deliveryAttempt(event, receiverId, { isTest: true });
    await bed.publish('delivery-attempts', [{ key: receiverId, ...attemptMessage(attempt) }]);
    const rows = await waitFor(async () => {
      const found = await bed.database.query<object>('SELECT status, is_test FROM delivery WHERE eventid = $1', [event.payload.eventid]);
      return found.length > 0 && found;
    });
    expect(rows).toEqual([{ status: 'delivered', is_test: true }]);
  });

  it('answers 400 for an unknown event, 404 for an unknown receiver', async () => {
    expect(faultOf(await test('onNothing'))).toEqual([400, ['event:invalid_choice']]);
    expect(faultOf(await client.post(`/receivers/${randomUUID()}/test`, { event: 'onDelay' }))).toEqual([404, ['receiverId:not_found']]);
  });
});
