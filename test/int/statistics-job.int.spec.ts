import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ALL_RECEIVERS, floorTo, GRAIN_MS } from '../../apps/token-api/src/rollups/attempt-rollup.js';
import type { AttemptReason } from '#libs/contracts';
import { insertAttempt } from '../builders/attempt-rows.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { api } from '../support/api.js';
import { type App, runningApps } from '../support/app.js';
import { holding } from '../support/database.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStatistics } from '../support/statistics.js';
import { KILLED, type TestBed, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const MINUTE_MS = 60_000;
const DAY_MS = GRAIN_MS.day;
const bed = useTestBed({ env: { RETRY_DELAY_MS: '3600000' } });
const webhooks = useSenderBed(bed);
const statistics = useStatistics(bed);
const NOW_MS = Date.now();

interface RollupRow {
  readonly receiver_id: string;
  readonly bucket: Date;
  readonly event: string;
  readonly outcome: string;
  readonly http_status: number;
  readonly attempts: number;
  readonly latency_buckets: number[];
  readonly latency_counts: number[];
}

const rowsOf = (account: number, grain = 'minute'): Promise<RollupRow[]> =>
  bed.database.query<RollupRow>(
    `SELECT * FROM attempt_rollup WHERE account_id = $1 AND grain = $2 AND event <> '*' ORDER BY bucket, receiver_id, event, outcome, http_status`,
    [account, grain],
  );

/** Returns the totals of all receivers together. */
async function totalsOf(account: number, grain = 'minute'): Promise<Record<string, number>> {
  const [row] = await bed.database.query<Record<string, number>>(
    `SELECT COALESCE(sum(attempts), 0)::int AS attempts, COALESCE(sum(delivered), 0)::int AS delivered, COALESCE(sum(exhausted), 0)::int AS exhausted,
       COALESCE(sum(expired), 0)::int AS expired, COALESCE(sum(cancelled), 0)::int AS cancelled
     FROM attempt_rollup WHERE account_id = $1 AND grain = $2 AND receiver_id = $3 AND event = '*'`,
    [account, grain, ALL_RECEIVERS],
  );
  return row!;
}

const newReceiver = (account: number): Promise<string> => insertReceiver(bed.database, { account, url: 'https://127.0.0.1/' });

describe('the attempts of a sender', () => {
  beforeAll(async () => {
    await Promise.all([bed.startApp('webhook-sender'), bed.startApp('token-api'), bed.startApp('token-api')]);
  });

  it('are counted once by the job of two token-apis, whatever else counts at the same time', async () => {
    const { account, receiverId } = await webhooks.addReceiver('/well');
    await webhooks.addReceiver('/broken', { account });
    webhooks.receiver.behave('/broken', { kind: 'answer', status: 503 });
    await webhooks.sendMany({ account }, 40);
    const done = (): Promise<number> => webhooks.count('SELECT count(*) FROM delivery_attempt WHERE account_id = $1', [account]);
    await waitFor(async () => (await done()) === 80, { what: '80 attempts' });
    await waitFor(async () => (await totalsOf(account))['attempts'] === 80, { what: 'the job' });
    await Promise.all([statistics.count(), statistics.count(), statistics.count()]);
    expect(await totalsOf(account)).toEqual({ attempts: 80, delivered: 40, exhausted: 0, expired: 0, cancelled: 0 });
    const rows = (await rowsOf(account)).filter(({ receiver_id }) => receiver_id === receiverId);
    expect(new Set(rows.map(({ event, outcome, http_status }) => `${event} ${outcome} ${http_status}`))).toEqual(
      new Set(['onOutForDelivery accepted 200']),
    );
    expect(rows.flatMap(({ latency_counts }) => latency_counts).reduce((sum, count) => sum + count, 0)).toBe(40);
  });
});

describe('the attempts of senders that are killed', () => {
  it('are counted as recorded', async () => {
    const { account } = await webhooks.addReceiver('/killed');
    const start = (where: TestBed['startApp']): Promise<App> => where('webhook-sender', KILLED);
    let sender = await start(bed.startProcess);
    const recorded = (): Promise<number> => webhooks.count('SELECT count(*) FROM delivery_attempt WHERE account_id = $1', [account]);
    for (const part of [1, 2]) {
      await webhooks.sendMany({ account }, 100);
      await waitFor(async () => (await recorded()) > 100 * part - 60, { what: 'some attempts' });
      await sender.kill('SIGKILL');
      sender = await start(part === 1 ? bed.startProcess : bed.startApp);
    }
    await waitFor(() => webhooks.arrivedAt('/killed') === 200, { what: 'all events' });
    const delivered = `SELECT count(*) FROM delivery WHERE account_id = $1 AND status = 'delivered'`;
    await waitFor(async () => (await webhooks.count(delivered, [account])) === 200, { what: 'all deliveries' });
    await statistics.count();
    expect(await totalsOf(account)).toMatchObject({ attempts: await recorded(), delivered: 200 });
    await sender.stop();
  });
});

// From here on only the tests count: an app's job could overwrite the progress that a test sets with the progress it has read. A test that
// starts an app also stops the app.
describe('an attempt', () => {
  beforeAll(() => Promise.all(runningApps().map((app) => app.stop())));

  it('is counted even without its delivery', async () => {
    const account = webhooks.newAccount();
    const made = { account, receiverId: await newReceiver(account), attemptedAt: NOW_MS };
    const alone = await insertAttempt(bed.database, { ...made, event: 'onReturn' });
    await bed.database.query('DELETE FROM delivery WHERE delivery_id = $1', [alone]);
    await statistics.count();
    const rows = (await rowsOf(account)).filter(({ receiver_id }) => receiver_id === made.receiverId);
    expect(rows.map(({ event, attempts }) => [event, attempts])).toEqual([['onReturn', 1]]);
    const [health] = await bed.database.query('SELECT day_attempts FROM receiver_health WHERE account_id = $1', [account]);
    expect(health).toEqual({ day_attempts: 1 });
  });

  it('that becomes visible late is counted in its minute', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    await insertAttempt(bed.database, { account, receiverId, attemptedAt: NOW_MS });
    const holder = await holding(bed.database, 'SELECT 1');
    const inTransaction = {
      query: async <Row>(sql: string, values: readonly unknown[] = []) => (await holder.query(sql, [...values])).rows as Row[],
    };
    await insertAttempt(inTransaction, { account, receiverId, attemptedAt: NOW_MS });
    await statistics.count();
    expect(await totalsOf(account)).toMatchObject({ attempts: 1 });
    await holder.query('COMMIT');
    await holder.end();
    await statistics.count();
    expect(await totalsOf(account)).toMatchObject({ attempts: 2 });
    const before = await rowsOf(account);
    await statistics.count();
    expect(await rowsOf(account)).toEqual(before);
  });

  it('ends its delivery as delivered, exhausted, expired, or not at all; a cancelled delivery has no last attempt', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    const failed = { account, receiverId, attemptedAt: NOW_MS, outcome: 'timeout' };
    await insertAttempt(bed.database, { account, receiverId, attemptedAt: NOW_MS });
    await insertAttempt(bed.database, { ...failed, isRetried: true });
    await insertAttempt(bed.database, { ...failed, attempt: 16 });
    await insertAttempt(bed.database, { ...failed, attempt: 3 });
    await bed.database.query(
      `INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, created_at, updated_at)
       VALUES ($1, $2, $3, $1, $1, 'onDelivered', 'cancelled', $4, $4)`,
      [randomUUID(), account, receiverId, new Date(NOW_MS)],
    );
    await statistics.count();
    expect(await totalsOf(account)).toEqual({ attempts: 4, delivered: 1, exhausted: 1, expired: 1, cancelled: 1 });
  });

  it('of a test is not counted, and a redelivery has no latency', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    await insertAttempt(bed.database, { account, receiverId, attemptedAt: NOW_MS, isTest: true });
    await insertAttempt(bed.database, { account, receiverId, attemptedAt: NOW_MS, round: 2, afterMs: 86_400_000 });
    await insertAttempt(bed.database, { account, receiverId, attemptedAt: NOW_MS, afterMs: 900, durationMs: 100 });
    await statistics.count();
    const [row] = await rowsOf(account);
    expect(row).toMatchObject({ attempts: 2, latency_buckets: [Math.floor(Math.log(1000) / Math.log(1.1))], latency_counts: [1] });
  });

  it('of an earlier quarter or day, or from after the minutes were removed, changes their counts', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    const times = [NOW_MS - 40 * MINUTE_MS, NOW_MS - DAY_MS, NOW_MS - 5 * DAY_MS];
    for (const attemptedAt of times) await insertAttempt(bed.database, { account, receiverId, attemptedAt });
    await statistics.count();
    for (const attemptedAt of times) await insertAttempt(bed.database, { account, receiverId, attemptedAt });
    await statistics.count();
    type Counts = Record<number, number>;
    const countsOf = async (grain: 'minute' | 'quarter' | 'day'): Promise<Counts> => {
      const rows = await rowsOf(account, grain);
      return Object.fromEntries(
        rows.filter((row) => row.receiver_id === receiverId).map(({ bucket, attempts }) => [bucket.getTime(), attempts]),
      );
    };
    // After midnight two of the times are in one day.
    const twiceEach = (grain: 'minute' | 'quarter' | 'day', ...all: readonly number[]): Counts => {
      const buckets = Map.groupBy(all, (ms) => floorTo(ms, GRAIN_MS[grain]));
      return Object.fromEntries([...buckets].map(([bucket, { length }]) => [bucket, 2 * length]));
    };
    const [earlier = 0, yesterday = 0, old = 0] = times;
    expect(await countsOf('minute')).toEqual(twiceEach('minute', yesterday, earlier));
    expect(await countsOf('quarter')).toEqual(twiceEach('quarter', old, yesterday, earlier));
    // The job decides which days are over: midnight may have passed since.
    const [progress] = await bed.database.query<{ until: Date }>('SELECT days_until AS until FROM statistics_progress');
    const overMs = progress!.until.getTime();
    expect(overMs).toBeGreaterThanOrEqual(floorTo(NOW_MS, DAY_MS));
    expect(await countsOf('day')).toEqual(twiceEach('day', ...[old, yesterday, earlier].filter((ms) => ms < overMs)));
  });
});

describe('rows that are too old', () => {
  it('are removed: minutes after 2 days, quarters after 30, days after 400', async () => {
    const account = webhooks.newAccount();
    // Far enough from the limits, because a midnight may pass before the job looks.
    const days = { minute: [0, 4], quarter: [28, 32], day: [398, 402] };
    for (const [grain, ages] of Object.entries(days)) {
      for (const age of ages) {
        await bed.database.query(
          `INSERT INTO attempt_rollup VALUES ($1, $2, $3, date_bin('1 day', now() - $4 * interval '1 day', '2000-01-01T00:00:00Z'), 'onDelivered', 'accepted', 200, 1, 1, 0, 0, 0, '{}', '{}')`,
          [account, randomUUID(), grain, age],
        );
      }
    }
    await statistics.count();
    expect([(await rowsOf(account)).length, (await rowsOf(account, 'quarter')).length, (await rowsOf(account, 'day')).length]).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('receiver_health', () => {
  const healthOf = async (receiverId: string): Promise<Record<string, unknown> | undefined> =>
    (await bed.database.query<Record<string, unknown>>('SELECT * FROM receiver_health WHERE receiver_id = $1', [receiverId]))[0];

  it('has the first three failures after the last success, the last failure, and the numbers of a day', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    const at = (seconds: number): Date => new Date(NOW_MS - 600_000 + seconds * 1000);
    const make = (seconds: number, outcome: string): Promise<unknown> =>
      insertAttempt(bed.database, { account, receiverId, attemptedAt: at(seconds).getTime(), outcome, attempt: 16 });
    await make(0, 'timeout');
    await make(10, 'accepted');
    for (const seconds of [50, 20, 40, 30]) await make(seconds, 'timeout');
    await statistics.count();
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({
      last_success_at: at(10),
      last_failure_at: at(50),
      last_failure_outcome: 'timeout',
      last_failure_detail: 'as the test says',
      failed_first: [at(20), at(30), at(40)],
      day_attempts: 6,
      day_delivered: 1,
      day_failed: 5,
    });
    await make(60, 'accepted');
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({
      last_success_at: at(60),
      last_failure_at: at(50),
      failed_first: [],
      day_attempts: 7,
    });
  });

  it('knows since when the latest failures have had their cause, however often they are read', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    const at = (seconds: number): Date => new Date(NOW_MS - 600_000 + seconds * 1000);
    for (const [seconds, outcome, status, since] of [
      [10, 'connection', null, 10],
      [20, 'connection', null, 10],
      [30, 'tls', null, 30],
      [25, 'connection', null, 30],
      [40, 'tls', null, 30],
      [50, 'http_status', 500, 50],
      [60, 'http_status', 503, 60],
      [70, 'accepted', 200, null],
      [80, 'http_status', 503, 80],
    ] as const) {
      await insertAttempt(bed.database, {
        account,
        receiverId,
        attemptedAt: at(seconds).getTime(),
        outcome,
        httpStatus: status,
        attempt: 2,
      });
      await statistics.count();
      await statistics.count();
      const known = (await healthOf(receiverId))?.['last_failure_since'];
      expect([seconds, known]).toEqual([seconds, since === null ? null : at(since)]);
    }
    expect(await healthOf(receiverId)).toMatchObject({ failed_first: [at(80)] });
  });

  it('knows whether all failures since the last success were refused credentials, and the latest certificate', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    let seconds = 0;
    const make = async (outcome: string, httpStatus: number | null = null, reason?: AttemptReason): Promise<void> => {
      await insertAttempt(bed.database, {
        account,
        receiverId,
        attemptedAt: NOW_MS - 600_000 + ++seconds * 1000,
        outcome,
        httpStatus,
        attempt: 2,
        ...(reason && { reason }),
      });
      await statistics.count();
    };
    const isRefused = async (): Promise<unknown> => (await healthOf(receiverId))?.['failed_by_credentials'];
    for (const [outcome, status, expected, reason] of [
      ['http_status', 401, true],
      ['auth', null, true],
      ['auth', null, false, 'token_endpoint_failed'],
      ['accepted', 200, null],
      ['http_status', 403, true],
      ['http_status', 500, false],
      ['http_status', 401, false],
      ['accepted', 200, null],
      ['http_status', 401, true],
      ['timeout', null, false],
    ] as const) {
      await make(outcome, status, reason);
      expect([outcome, status, reason, await isRefused()]).toEqual([outcome, status, reason, expected]);
    }
    const seen = [new Date('2027-01-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')];
    for (const notAfter of seen) {
      await make('accepted', 200);
      await bed.database.query(
        `UPDATE delivery_attempt SET certificate_not_before = '2026-01-01', certificate_not_after = $2
         WHERE receiver_id = $1 AND attempted_at = (SELECT max(attempted_at) FROM delivery_attempt WHERE receiver_id = $1)`,
        [receiverId, notAfter],
      );
      await statistics.count();
      expect(await healthOf(receiverId)).toMatchObject({ certificate_not_after: notAfter });
    }
    await make('accepted', 200);
    expect(await healthOf(receiverId)).toMatchObject({ certificate_not_after: seen[1] });
  });

  it('counts no failure from before the receiver was enabled again, however often it is read', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    const fail = (attemptedAt: number): Promise<unknown> =>
      insertAttempt(bed.database, { account, receiverId, attemptedAt, outcome: 'timeout', attempt: 16 });
    const firstFailures = async (): Promise<unknown> => (await healthOf(receiverId))?.['failed_first'];
    const before = Date.now();
    await fail(before);
    await statistics.count();
    expect(await firstFailures()).toEqual([new Date(before)]);
    const token = await bed.createAccountAndToken({ user: account });
    const app = await bed.startApp('token-api');
    const caller = api(app.url, token);
    for (const enabled of [false, true]) expect((await caller.patch(`/receivers/${receiverId}`, { enabled })).status).toBe(200);
    await app.stop();
    await statistics.count();
    expect(await firstFailures()).toEqual([]);
    const after = Date.now() + 1_000;
    await fail(after);
    await statistics.count();
    expect(await firstFailures()).toEqual([new Date(after)]);
  });

  it('disables no receiver that has recovered since, while it catches up', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    await bed.database.query(`UPDATE receiver SET disable_after_failing_for = 'PT1H' WHERE receiver_id = $1`, [receiverId]);
    const make = (minutesAgo: number, outcome: string): Promise<unknown> => {
      const at = Date.now() - minutesAgo * MINUTE_MS;
      return insertAttempt(bed.database, { account, receiverId, attemptedAt: at, recordedAt: new Date(at), outcome, attempt: 2 });
    };
    for (const minutesAgo of [70, 60, 52]) await make(minutesAgo, 'timeout');
    await make(45, 'accepted');
    await bed.database.query(`UPDATE statistics_progress SET recorded_until = now() - interval '2 hours'`);
    await statistics.count();
    expect(await healthOf(receiverId)).toMatchObject({ failed_first: [] });
    expect(await bed.database.query('SELECT enabled FROM receiver WHERE receiver_id = $1', [receiverId])).toEqual([{ enabled: true }]);
  });

  it('has the numbers of a day even if nothing came since, however many receivers there are', async () => {
    const account = webhooks.newAccount();
    await newReceiver(account);
    await bed.database.query(
      `WITH made AS (
         INSERT INTO receiver (receiver_id, account_id, url) SELECT gen_random_uuid(), $1, 'https://127.0.0.1:1/' FROM generate_series(1, 4500)
         RETURNING receiver_id
       )
       INSERT INTO receiver_health (receiver_id, account_id, day_attempts, day_delivered, day_failed) SELECT receiver_id, $1, 3, 2, 1 FROM made`,
      [account],
    );
    await bed.database.query(`UPDATE statistics_progress SET quarters_until = quarters_until - interval '15 minutes'`);
    await statistics.count();
    const stale = await bed.database.query('SELECT 1 FROM receiver_health WHERE account_id = $1 AND day_attempts > 0', [account]);
    expect(stale).toEqual([]);
  });

  it('is removed with its receiver', async () => {
    const account = webhooks.newAccount();
    const receiverId = await newReceiver(account);
    await insertAttempt(bed.database, { account, receiverId, attemptedAt: NOW_MS });
    await statistics.count();
    expect(await healthOf(receiverId)).toBeDefined();
    await bed.database.query('DELETE FROM receiver WHERE receiver_id = $1', [receiverId]);
    await bed.database.query(`UPDATE statistics_progress SET quarters_until = quarters_until - interval '15 minutes'`);
    await statistics.count();
    expect(await healthOf(receiverId)).toBeUndefined();
  });
});
