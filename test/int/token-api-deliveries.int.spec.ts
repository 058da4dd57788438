import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance } from 'axios';
import { Client } from 'pg';
import { api } from '../support/api.js';
import { AWAITED_LOCK } from '../support/database.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

interface Row {
  readonly deliveryId: string;
  readonly account: number;
  readonly receiverId: string;
  readonly eventid: string;
  readonly status: string;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly createdAt: string;
}

interface Page {
  readonly deliveries: { deliveryId: string; createdAt: string; status: string }[];
  readonly nextCursor: string | null;
}

const bed = useTestBed();
const NOW = Date.now();
const receiverId = randomUUID();
const eventid = randomUUID();
let owner: AxiosInstance;
let stranger: AxiosInstance;
let rows: Row[];

/** Newest last; pairs share a microsecond, so only the id distinguishes them. */
const madeRows = (): Row[] =>
  Array.from({ length: 25 }, (_, i) => ({
    deliveryId: randomUUID(),
    account: i === 24 ? 2 : 1,
    receiverId: i % 5 === 0 ? receiverId : randomUUID(),
    eventid: i === 3 ? eventid : randomUUID(),
    status: i % 4 === 0 ? 'exhausted' : 'pending',
    ...(i % 6 === 1 ? { outcome: 'timeout', httpStatus: null } : { outcome: 'http_status', httpStatus: i % 6 === 2 ? 503 : 500 }),
    createdAt: `${new Date(NOW - 3_600_000 + Math.floor(i / 2)).toISOString().slice(0, -1)}${String(100 + Math.floor(i / 2))}Z`,
  }));

async function insert(row: Row): Promise<void> {
  await bed.database.query(
    `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, last_outcome, last_http_status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 'onDelivered', $6, 2, $8, $9, $7, $7)`,
    [row.deliveryId, row.account, row.receiverId, randomUUID(), row.eventid, row.status, row.createdAt, row.outcome, row.httpStatus],
  );
}

beforeAll(async () => {
  const [one, two] = await Promise.all([bed.createAccountAndToken({ user: 1, scope: 'read' }), bed.createAccountAndToken({ user: 2 })]);
  rows = madeRows();
  for (const row of rows) await insert(row);
  const { url } = await bed.startApp('token-api');
  owner = api(url, one);
  stranger = api(url, two);
});

const page = async (query: Record<string, string | number> = {}): Promise<Page> => {
  const { status, data } = await owner.get<Page>('/deliveries', { params: query });
  expect(status).toBe(200);
  return data;
};
const idsOf = ({ deliveries }: Page): string[] => deliveries.map(({ deliveryId }) => deliveryId);
const expected = (keep: (row: Row) => boolean): string[] =>
  rows
    .filter((row) => row.account === 1 && keep(row))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.deliveryId.localeCompare(a.deliveryId))
    .map(({ deliveryId }) => deliveryId);

describe('GET /deliveries', () => {
  it('lists newest first, for this account only', async () => {
    const all = await page();
    expect(idsOf(all)).toEqual(expected(() => true));
    expect(all.nextCursor).toBeNull();
  });

  it('shows the state of an event for a receiver', async () => {
    const { deliveries } = await page({ eventid });
    expect(deliveries).toEqual([
      {
        deliveryId: rows[3]?.deliveryId,
        eventid,
        event: 'onDelivered',
        kind: 'tracking',
        receiverId: rows[3]?.receiverId,
        consignmentId: expect.any(String),
        courier: null,
        trackingNumber: null,
        orderNo: null,
        status: 'pending',
        isTest: false,
        round: 1,
        attempts: 2,
        nextAttemptAt: null,
        waitingFor: 'queue',
        lastOutcome: 'http_status',
        lastHttpStatus: 500,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('filters', async () => {
    expect(idsOf(await page({ receiverId }))).toEqual(expected((row) => row.receiverId === receiverId));
    expect(idsOf(await page({ status: 'exhausted' }))).toEqual(expected((row) => row.status === 'exhausted'));
    expect(idsOf(await page({ receiverId, status: 'pending' }))).toEqual(
      expected((row) => row.receiverId === receiverId && row.status === 'pending'),
    );
    expect(idsOf(await page({ receiverId: randomUUID() }))).toEqual([]);
    expect(idsOf(await page({ outcome: 'timeout' }))).toEqual(expected((row) => row.outcome === 'timeout'));
    expect(idsOf(await page({ httpStatus: 503 }))).toEqual(expected((row) => row.httpStatus === 503));
    expect(idsOf(await page({ outcome: 'timeout', httpStatus: 500 }))).toEqual([]);
    const middle = `${new Date(NOW - 3_600_000 + 6).toISOString().slice(0, -1)}000Z`;
    expect(idsOf(await page({ from: middle }))).toEqual(expected((row) => row.createdAt >= middle));
    expect(idsOf(await page({ to: middle }))).toEqual(expected((row) => row.createdAt < middle));
    expect(idsOf(await page({ from: middle, to: middle }))).toEqual([]);
  });

  it('accepts an offset whose plus was not escaped', async () => {
    const { status } = await owner.get('/deliveries?from=2026-03-29T10:00:00+02:00');
    expect(status).toBe(200);
  });

  it.each([1, 2, 7, 24])('with pages of %d returns every row once, whatever is inserted meanwhile', async (limit) => {
    const [wanted, found] = [expected(() => true), [] as string[]];
    let cursor: string | null = null;
    do {
      const next: Page = await page({ limit, ...(cursor !== null && { cursor }) });
      found.push(...idsOf(next));
      cursor = next.nextCursor;
      const row = { ...(rows[0] as Row), deliveryId: randomUUID(), createdAt: new Date().toISOString() };
      await insert(row);
      rows.push(row);
    } while (cursor !== null && found.length < 100);
    expect(found).toEqual(wanted);
  });

  it.each([
    [{ receiverId: 'x' }, 'receiverId:invalid'],
    [{ status: 'lost' }, 'status:invalid_choice'],
    [{ status: '' }, 'status:invalid_choice'],
    [{ outcome: 'lost' }, 'outcome:invalid_choice'],
    [{ httpStatus: 99 }, 'httpStatus:invalid'],
    [{ httpStatus: '5xx' }, 'httpStatus:invalid'],
    [{ orderNo: '' }, 'orderNo:invalid'],
    [{ eventid: '7' }, 'eventid:invalid'],
    [{ from: 'yesterday' }, 'from:invalid'],
    [{ to: '2026-03-29' }, 'to:invalid'],
    [{ limit: 0 }, 'limit:invalid'],
    [{ limit: 201 }, 'limit:invalid'],
    [{ limit: 'ten' }, 'limit:invalid'],
    [{ cursor: 'x' }, 'cursor:invalid'],
    [{ receiverId: 'a\0' }, 'receiverId:invalid'],
  ])('400 for %j', async (query, fault) => {
    const { status, data } = await owner.get<{ errors: { attr: string; code: string }[] }>('/deliveries', { params: query });
    expect([status, data.errors.map(({ attr, code }) => `${attr}:${code}`)]).toEqual([400, [fault]]);
  });

  it('refuses a parameter sent twice, and reports several faults at once', async () => {
    const { status, data } = await owner.get<{ errors: { attr: string }[] }>('/deliveries?status=pending&status=pending&limit=x');
    expect([status, data.errors.map(({ attr }) => attr)]).toEqual([400, ['status', 'limit']]);
  });
});

describe('GET /deliveries/{deliveryId}', () => {
  it('lists every POST, in order', async () => {
    const [row] = rows as [Row];
    for (const [round, attempt, outcome, status] of [
      [1, 2, 'accepted', 200],
      [1, 1, 'timeout', null],
      [2, 1, 'accepted', 204],
    ]) {
      await bed.database.query(
        `INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, detail, answer, attempted_at, duration_ms, delivery_created_at,
           event, is_test)
         VALUES ($1, $2, $3, 1, $4, $5, $6, 'why', '{"ok":true}', $7, 12, $7, 'onDelivered', false)`,
        [row.deliveryId, round, attempt, row.receiverId, outcome, status, row.createdAt],
      );
    }
    const { data } = await owner.get<{ attempts: { round: number; attempt: number }[] }>(`/deliveries/${row.deliveryId}`);
    expect(data).toMatchObject({ deliveryId: row.deliveryId, status: row.status });
    expect(data.attempts.map(({ round, attempt }) => [round, attempt])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(data.attempts[0]).toEqual({
      round: 1,
      attempt: 1,
      outcome: 'timeout',
      httpStatus: null,
      reason: null,
      detail: 'why',
      responseBody: '{"ok":true}',
      senderAddress: null,
      attemptedAt: expect.stringMatching(/Z$/),
      durationMs: 12,
      requestBody: null,
      nextAttemptAt: null,
      url: null,
      requestHeaders: null,
      tlsVersion: null,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 12 },
      diagnosis: { meaning: expect.stringContaining('No complete answer'), toDo: expect.any(String) },
      curl: null,
    });
  });

  it('shows a single moment, whatever is recorded while it is read', async () => {
    const [row] = rows as [Row];
    const deliveryId = randomUUID();
    await insert({ ...row, deliveryId, status: 'pending' });
    const writer = new Client({ connectionString: bed.database.url });
    await writer.connect();
    await writer.query('BEGIN; LOCK TABLE delivery_attempt IN ACCESS EXCLUSIVE MODE');
    const answer = owner.get<{ status: string; attempts: unknown[] }>(`/deliveries/${deliveryId}`);
    await waitFor(async () => (await bed.database.query(`SELECT 1 FROM pg_locks WHERE ${AWAITED_LOCK}`)).length > 0, {
      what: 'the reader to wait',
    });
    await writer.query(`UPDATE delivery SET status = 'delivered' WHERE delivery_id = '${deliveryId}'`);
    await writer.query(
      `INSERT INTO delivery_attempt (delivery_id, round, attempt, account_id, receiver_id, outcome, http_status, attempted_at, duration_ms, delivery_created_at, event, is_test)
       VALUES ($1, 1, 1, 1, $2, 'accepted', 200, $3, 12, $3, 'onDelivered', false)`,
      [deliveryId, row.receiverId, row.createdAt],
    );
    await writer.query('COMMIT');
    await writer.end();
    expect((await answer).data).toMatchObject({ status: 'pending', attempts: [] });
    expect((await owner.get(`/deliveries/${deliveryId}`)).data).toMatchObject({ status: 'delivered', attempts: [{ outcome: 'accepted' }] });
    await bed.database.query(`DELETE FROM delivery WHERE delivery_id = '${deliveryId}'`);
  });

  it('is unknown for another account', async () => {
    expect((await stranger.get(`/deliveries/${rows[0]?.deliveryId}`)).status).toBe(404);
    expect((await owner.get(`/deliveries/${rows[24]?.deliveryId}`)).status).toBe(404);
    expect((await stranger.get<Page>('/deliveries')).data.deliveries).toHaveLength(1);
    expect((await stranger.get<Page>('/deliveries', { params: { receiverId } })).data.deliveries).toEqual([]);
  });
});
