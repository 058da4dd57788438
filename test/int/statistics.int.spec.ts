import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { ALL_RECEIVERS, floorTo } from '../../apps/token-api/src/rollups/attempt-rollup.js';
import { type AttemptOptions, insertAttempt } from '../builders/attempt-rows.js';
import { deliveryAttempt } from '../builders/delivery-attempt.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { insertOverflow } from '../builders/overflow-rows.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { api } from '../support/api.js';
import { useStatistics } from '../support/statistics.js';
import { useTestBed } from '../support/test-bed.js';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const [OWNER, STRANGER] = [1, 2];
const NOW_MS = Date.now();
/** Two hours ago, so that its quarters are over; never across midnight. */
const HOUR_AGO_MS = floorTo(NOW_MS, HOUR_MS) - 2 * HOUR_MS;

interface Answer {
  readonly interval: string;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  readonly points: readonly Record<string, unknown>[];
}

const bed = useTestBed();
const statistics = useStatistics(bed);
let url: string;
let owner: AxiosInstance;
let stranger: AxiosInstance;
let first: string;
let second: string;

const make = (options: Partial<AttemptOptions>): Promise<string> =>
  insertAttempt(bed.database, { account: OWNER, receiverId: first, attemptedAt: HOUR_AGO_MS, afterMs: 900, ...options });

beforeAll(async () => {
  const [one, two] = await Promise.all([
    bed.createAccountAndToken({ user: OWNER, scope: 'read' }),
    bed.createAccountAndToken({ user: STRANGER, scope: 'read' }),
  ]);
  [first, second] = (await Promise.all([1, 2].map(() => insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' })))) as [
    string,
    string,
  ];
  await make({});
  await make({ attemptedAt: HOUR_AGO_MS + 40 * MINUTE_MS, event: 'onReturn' });
  await make({ receiverId: second, outcome: 'http_status', httpStatus: 503, isRetried: true });
  await make({ receiverId: second, outcome: 'timeout', attempt: 16 });
  await make({ attemptedAt: NOW_MS });
  await make({ isTest: true });
  await statistics.count();
  ({ url } = await bed.startApp('token-api'));
  [owner, stranger] = [api(url, one), api(url, two)];
});

const ask = (params: Record<string, unknown> = {}, by = owner): Promise<AxiosResponse<Answer>> => by.get<Answer>('/statistics', { params });

async function found(params: Record<string, unknown> = {}): Promise<Answer> {
  const { status, data } = await ask(params);
  expect({ status, data }).toMatchObject({ status: 200 });
  return data;
}

const text = (ms: number): string => new Date(ms).toISOString();
const theHour = { from: text(HOUR_AGO_MS), to: text(HOUR_AGO_MS + HOUR_MS) };
const ZEROS = { attempts: 0, delivered: 0, exhausted: 0, expired: 0, cancelled: 0, latency: null };
const LATENCY = { p50Ms: 1002, p95Ms: 1002, p99Ms: 1002 };

describe('GET /statistics', () => {
  it('covers the last 24 hours by the hour, zeros included', async () => {
    const [earliestMs, { points, ...answer }, latestMs] = [Date.now(), await found(), Date.now()];
    const fromMs = Date.parse(answer.from);
    expect([earliestMs, latestMs].map((ms) => floorTo(ms - DAY_MS, HOUR_MS))).toContain(fromMs); // An hour may end meanwhile.
    expect(answer).toEqual({
      interval: 'hour',
      timeZone: 'UTC',
      from: text(fromMs),
      to: text(fromMs + 25 * HOUR_MS),
    });
    expect(points).toHaveLength(25);
    expect(points[0]).toEqual({ from: text(fromMs), ...ZEROS });
    expect(points.find(({ from }) => from === text(HOUR_AGO_MS))).toEqual({
      ...ZEROS,
      from: text(HOUR_AGO_MS),
      attempts: 4,
      delivered: 2,
      exhausted: 1,
      latency: LATENCY,
    });
    expect(points.find(({ from }) => from === text(floorTo(NOW_MS, HOUR_MS)))).toMatchObject({ attempts: 1 });
  });

  it.each([
    [
      'receiver',
      () => [
        { receiverId: first, attempts: 2, delivered: 2 },
        { receiverId: second, attempts: 2, exhausted: 1, latency: null },
      ],
    ],
    [
      'event',
      () => [
        { event: 'onDelivered', attempts: 3 },
        { event: 'onReturn', attempts: 1 },
      ],
    ],
    [
      'outcome',
      () => [
        { outcome: 'accepted', attempts: 2 },
        { outcome: 'http_status', attempts: 1 },
        { outcome: 'timeout', attempts: 1 },
      ],
    ],
    [
      'httpStatus',
      () => [
        { httpStatus: null, attempts: 1 },
        { httpStatus: 200, attempts: 2 },
        { httpStatus: 503, attempts: 1 },
      ],
    ],
  ])('by %s', async (groupBy, expected) => {
    const { points } = await found({ ...theHour, groupBy });
    const inOrder = (list: readonly Record<string, unknown>[]): unknown[] =>
      list.toSorted((a, b) => keyOf(groupBy, a).localeCompare(keyOf(groupBy, b)));
    expect(inOrder(points)).toMatchObject(inOrder(expected()));
  });

  it.each([
    ['receiverId', () => second, 2],
    ['event', () => 'onReturn', 1],
    ['outcome', () => 'timeout', 1],
    ['httpStatus', () => 503, 1],
  ])('counts only one %s', async (filter, value, attempts) => {
    const { points } = await found({ ...theHour, [filter]: value() });
    expect(points).toMatchObject([{ from: theHour.from, attempts }]);
  });

  it('counts by the minute', async () => {
    const { points } = await found({ ...theHour, interval: 'minute' });
    expect(points).toHaveLength(60);
    expect(points.filter(({ attempts }) => attempts !== 0)).toMatchObject([
      { from: theHour.from, attempts: 3 },
      { from: text(HOUR_AGO_MS + 40 * MINUTE_MS), attempts: 1 },
    ]);
  });

  it('shows nothing of another account', async () => {
    const { data } = await ask({ ...theHour, receiverId: first, groupBy: 'event' }, stranger);
    expect(data.points).toEqual([]);
    expect((await ask({ ...theHour, groupBy: 'receiver' }, stranger)).data.points).toEqual([]);
    expect((await ask(theHour, stranger)).data.points).toEqual([{ from: theHour.from, ...ZEROS }]);
  });
});

const keyOf = (groupBy: string, point: Record<string, unknown>): string => String(point[groupBy === 'receiver' ? 'receiverId' : groupBy]);

describe('the days of a time zone', () => {
  it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'])('contain each quarter of an hour exactly once: %s', async (timeZone) => {
    const fromMs = floorTo(NOW_MS, DAY_MS) - 20 * DAY_MS;
    const receiverId = randomUUID();
    await bed.database.query(
      `INSERT INTO attempt_rollup
       SELECT $1, $2, 'quarter', bucket, '*', '*', -2, 1, 1, 0, 0, 0, '{}', '{}'
       FROM generate_series($3::timestamptz, $3::timestamptz + interval '10 days' - interval '1 second', interval '15 minutes') AS bucket`,
      [OWNER, receiverId, new Date(fromMs)],
    );
    const { points } = await found({ receiverId, interval: 'day', timeZone, from: text(fromMs), to: text(fromMs + 10 * DAY_MS) });
    expect(points.reduce((sum, { attempts }) => sum + Number(attempts), 0)).toBe(10 * 96);
    const hours = points.map(({ from }) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(new Date(String(from))),
    );
    expect(new Set(hours)).toEqual(new Set(['00:00']));
    const lengths = points
      .slice(1)
      .map(({ from }, index) => (Date.parse(String(from)) - Date.parse(String(points[index]!['from']))) / (15 * MINUTE_MS));
    expect(points.slice(1, -1).map(({ attempts }) => attempts)).toEqual(lengths.slice(1));
  });

  it('of UTC come from rows of their own', async () => {
    const day = text(floorTo(NOW_MS, DAY_MS) - 200 * DAY_MS);
    await bed.database.query(`INSERT INTO attempt_rollup VALUES ($1, $2, 'day', $3, '*', '*', -2, 9, 9, 0, 0, 0, '{50}', '{9}')`, [
      OWNER,
      ALL_RECEIVERS,
      day,
    ]);
    const { points } = await found({ interval: 'day', from: day, to: text(Date.parse(day) + DAY_MS) });
    expect(points).toEqual([{ ...ZEROS, from: day, attempts: 9, delivered: 9, latency: { p50Ms: 123, p95Ms: 123, p99Ms: 123 } }]);
  });
});

describe('400 from GET /statistics', () => {
  const ago = (ms: number): string => text(NOW_MS - ms);

  it.each([
    ['an unknown time zone', { timeZone: 'Europe/Cologne' }, 'timeZone', 'Not a time zone'],
    ['an unknown interval', { interval: 'week' }, 'interval', 'is not a valid choice'],
    ['an unknown group', { groupBy: 'courier' }, 'groupBy', 'is not a valid choice'],
    ['an unknown parameter', { receiver: 'x' }, 'receiver', 'Unknown'],
    ['a status that is not a number', { httpStatus: 'ok' }, 'httpStatus', 'A valid integer is required.'],
    ['an end before the beginning', { from: ago(HOUR_MS), to: ago(2 * HOUR_MS) }, 'to', 'Must be later than `from`'],
    ['a beginning in the future', { from: ago(-HOUR_MS) }, 'from', 'Must be in the past'],
    [
      '1,501 minutes',
      { interval: 'minute', from: text(floorTo(NOW_MS, MINUTE_MS) - 1501 * MINUTE_MS), to: text(floorTo(NOW_MS, MINUTE_MS)) },
      'from',
      'More than 1500 points',
    ],
    ['minutes of 3 days ago', { interval: 'minute', from: ago(3 * DAY_MS), to: ago(2.9 * DAY_MS) }, 'from', 'Minutes are kept for 2 days'],
    ['hours of 32 days ago', { from: ago(32 * DAY_MS), to: ago(31 * DAY_MS) }, 'from', 'Hours are kept for 30 days'],
    [
      'days of a time zone 32 days ago',
      { interval: 'day', timeZone: 'Europe/Berlin', from: ago(32 * DAY_MS) },
      'from',
      'Days of a time zone other than UTC',
    ],
    ['days of 402 days ago', { interval: 'day', from: ago(402 * DAY_MS) }, 'from', 'Days are kept for 400 days'],
  ])('%s', async (_, params, attr, detail) => {
    const { status, data } = await ask(params);
    expect({ status, data }).toMatchObject({ status: 400, data: { errors: [{ attr, detail: expect.stringContaining(detail) }] } });
  });

  it('for more than 1,500 groups', async () => {
    const receiverId = randomUUID();
    await bed.database.query(
      `INSERT INTO attempt_rollup SELECT $1, $2, 'minute', bucket, 'onDelivered', 'http_status', status, 1, 0, 0, 0, 0, '{}', '{}'
       FROM generate_series($3::timestamptz, $3::timestamptz + interval '3 minutes', interval '1 minute') AS bucket, generate_series(100, 600) AS status`,
      [OWNER, receiverId, theHour.from],
    );
    const { status, data } = await ask({ ...theHour, receiverId, interval: 'minute', groupBy: 'httpStatus' });
    expect({ status, data }).toMatchObject({
      status: 400,
      data: { errors: [{ attr: 'groupBy', detail: expect.stringContaining('More than 1500') }] },
    });
    expect((await found({ ...theHour, receiverId, interval: 'minute' })).points).toHaveLength(60);
  });
});

describe('the health of a receiver', () => {
  interface Listed {
    readonly receiverId: string;
    readonly health: { readonly state: string; readonly since: string | null; readonly reason: string | null };
  }

  /** Checks that GET /receivers and GET /receivers/{receiverId} agree. @returns the health */
  async function healthOf(receiverId: string): Promise<Listed['health']> {
    const [list, one] = await Promise.all([
      owner.get<{ receivers: Listed[] }>('/receivers'),
      owner.get<Listed>(`/receivers/${receiverId}`),
    ]);
    const listed = list.data.receivers.find((each) => each.receiverId === receiverId);
    expect(listed?.health).toEqual(one.data.health);
    return one.data.health;
  }

  it('is new, failing from its first failure with the cause and the time of the cause, and healthy after the next success', async () => {
    const receiverId = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' });
    expect(await healthOf(receiverId)).toEqual({
      state: 'new',
      since: null,
      lastSuccessAt: null,
      lastFailure: null,
      oldestPendingAt: null,
      last24h: { attempts: 0, delivered: 0, failed: 0 },
      stillFailed: 0,
      reason: null,
    });
    const firstMs = NOW_MS - 10 * MINUTE_MS;
    const fail = (afterMs: number): Promise<unknown> =>
      make({ receiverId, attemptedAt: firstMs + afterMs, outcome: 'http_status', httpStatus: 503, isRetried: true });
    await make({ receiverId, attemptedAt: firstMs, outcome: 'connection', isRetried: true });
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({ state: 'failing', since: text(firstMs) });
    await fail(1000);
    await fail(61_000);
    await statistics.count();
    expect(await healthOf(receiverId)).toEqual({
      state: 'failing',
      since: text(firstMs),
      lastSuccessAt: null,
      lastFailure: { at: text(firstMs + 61_000), outcome: 'http_status', httpStatus: 503, since: text(firstMs + 1000) },
      oldestPendingAt: text(firstMs - 900),
      last24h: { attempts: 3, delivered: 0, failed: 0 },
      stillFailed: 0,
      reason: expect.stringContaining('HTTP status 503. Make the receiver answer with a 2xx status.'),
    });
    await make({ receiverId, attemptedAt: firstMs + 90_000 });
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({ state: 'healthy', lastSuccessAt: text(firstMs + 90_000), reason: null });

    await make({ receiverId, attemptedAt: firstMs + 100_000, outcome: 'http_status', httpStatus: 500, isRetried: true });
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({ state: 'healthy', lastFailure: { httpStatus: 500 } });
  });

  it('is new again, not healthy, when it was disabled after an answer 410 and is enabled again', async () => {
    const receiverId = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' });
    await make({ receiverId, attemptedAt: NOW_MS - 2 * MINUTE_MS });
    await make({ receiverId, attemptedAt: NOW_MS - MINUTE_MS, outcome: 'http_status', httpStatus: 410 });
    await statistics.count();
    const writer = api(url, await bed.createAccountAndToken({ user: OWNER, scope: 'write' }));
    for (const enabled of [false, true]) expect((await writer.patch(`/receivers/${receiverId}`, { enabled })).status).toBe(200);
    expect(await healthOf(receiverId)).toMatchObject({ state: 'new', reason: null, lastFailure: { httpStatus: 410, since: null } });
  });

  it('is failing once a delivery is exhausted within a minute, and counts deliveries that stay failed', async () => {
    const receiverId = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' });
    const firstMs = NOW_MS - 10 * MINUTE_MS;
    const failed: string[] = [];
    for (let delivery = 0; delivery < 3; delivery++) {
      const first = { receiverId, attemptedAt: firstMs + delivery, outcome: 'http_status', httpStatus: 500, isRetried: true };
      const deliveryId = await make(first);
      await make({ ...first, deliveryId, afterMs: 15_900, attemptedAt: firstMs + delivery + 15_000, attempt: 16, isRetried: false });
      failed.push(deliveryId);
    }
    await bed.database.query(
      `UPDATE delivery SET status = CASE delivery_id WHEN $2 THEN 'expired' ELSE 'exhausted' END WHERE delivery_id = ANY($1)`,
      [failed, failed[0]],
    );
    await make({ receiverId, attemptedAt: firstMs, outcome: 'timeout', attempt: 16, isTest: true });
    await statistics.count();
    const day = { attempts: 6, delivered: 0, failed: 3 };
    expect(await healthOf(receiverId)).toMatchObject({ state: 'failing', since: text(firstMs), last24h: day, stillFailed: 3 });

    await bed.database.query(`UPDATE delivery SET status = 'pending', round = 2, attempts = 0 WHERE delivery_id = ANY($1)`, [failed]);
    expect(await healthOf(receiverId)).toMatchObject({ state: 'failing', stillFailed: 0 });

    await bed.database.query(`UPDATE delivery SET status = 'delivered', attempts = 1 WHERE delivery_id = ANY($1)`, [failed]);
    for (const [delivery, deliveryId] of failed.entries()) {
      await make({ receiverId, deliveryId, round: 2, afterMs: 20_900, attemptedAt: firstMs + delivery + 20_000 });
    }
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({
      state: 'healthy',
      last24h: { attempts: 9, delivered: 3, failed: 3 },
      stillFailed: 0,
    });
  });

  it.each([1001, 20_001])('counts up to a thousand of %i failed deliveries', async (failed) => {
    const receiverId = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' });
    await bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, created_at, updated_at)
       SELECT id, $1, $2, id, id, 'onDelay', 'exhausted', $3, $3 FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $4::int)) AS ids`,
      [OWNER, receiverId, new Date(NOW_MS), failed],
    );
    expect(await healthOf(receiverId)).toMatchObject({ stillFailed: 1000 });
  });

  it('is switched off from the time in its audit log entry', async () => {
    const receiverId = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/', enabled: false });
    const entries = [
      ['receiver.created', 50, {}],
      ['receiver.changed', 40, { enabled: true }],
      ['receiver.changed', 30, { enabled: false }],
      ['receiver.changed', 20, { enabled: true, name: 'a' }],
      ['receiver.changed', 10, { name: 'b' }],
    ] as const;
    for (const [action, minutesAgo, before] of entries) {
      await bed.database.query(
        'INSERT INTO audit_log (account_id, action, subject_id, by_command, happened_at, before) VALUES ($1, $2, $3, $4, $5, $6)',
        [OWNER, action, receiverId, 'test', new Date(NOW_MS - minutesAgo * MINUTE_MS), before],
      );
    }
    expect(await healthOf(receiverId)).toMatchObject({ state: 'switched_off', since: text(NOW_MS - 20 * MINUTE_MS) });
  });

  it('is switched off if its owner switched it off, and shows an open circuit', async () => {
    const switchedOff = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/', enabled: false });
    expect(await healthOf(switchedOff)).toMatchObject({ state: 'switched_off' });
    const hanging = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' });
    await bed.database.query('INSERT INTO attempt_partition (partition, owner) VALUES (9000, gen_random_uuid())');
    await bed.database.query(
      `INSERT INTO receiver_queue (receiver_id, account_id, partition, epoch, circuit_opened_at, probe_at) VALUES ($1, $2, 9000, 1, $3, now())`,
      [hanging, OWNER, new Date(NOW_MS)],
    );
    expect(await healthOf(hanging)).toMatchObject({ state: 'circuit_open', since: text(NOW_MS) });
  });

  it('counts each waiting delivery once, whether it waits in memory, in the table or in both', async () => {
    const receiverId = await insertReceiver(bed.database, { account: OWNER, url: 'https://127.0.0.1/' });
    for (let count = 0; count < 3; count++) await make({ receiverId, attemptedAt: NOW_MS, outcome: 'timeout', isRetried: true });
    const waiting = Array.from({ length: 3 }, () => deliveryAttempt(trackingEvent({ account: OWNER }), receiverId));
    await insertOverflow(bed.database, waiting);
    await bed.database.query('INSERT INTO attempt_partition (partition, owner) VALUES (9001, gen_random_uuid())');
    await bed.database.query(
      `INSERT INTO receiver_queue (receiver_id, account_id, partition, epoch, limited_since, waiting) VALUES ($1, $2, 9001, 1, now() - interval '1 minute', 2)`,
      [receiverId, OWNER],
    );
    expect((await healthOf(receiverId)).reason).toContain(': 3 deliveries wait.');
  });
});
