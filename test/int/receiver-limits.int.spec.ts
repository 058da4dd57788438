// Limits, holds and ends that a receiver's owner, or the receiver itself, sets; with two senders that share the work.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { trackingEvent } from '../builders/tracking-event.js';
import { api } from '../support/api.js';
import type { App } from '../support/app.js';
import { useSenderBed } from '../support/sender-bed.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const RETRY_MS = 600_000;
const MAX_WAIT_MS = 4_000;
/** Two clocks that round differ by less than this. */
const ROUNDING_MS = 2;
const bed = useTestBed({
  partitions: 4,
  env: { RETRY_DELAY_MS: String(RETRY_MS), MAX_WAIT_MS: String(MAX_WAIT_MS), METRICS_POLL_MS: '200' },
});
const webhooks = useSenderBed(bed);

let tokenApi: App;
let senders: App[];

beforeAll(async () => {
  [tokenApi, ...senders] = await Promise.all([bed.startApp('token-api'), bed.startApp('webhook-sender'), bed.startApp('webhook-sender')]);
});

const story = useStories();

const timesAt = (path: string): number[] => webhooks.receiver.requests(path).map(({ atMs }) => atMs);
/** Returns the highest number of parallel POSTs, from this request on, as counted by the receiver. */
const mostOpen = (path: string, from = 0): number =>
  Math.max(
    ...webhooks.receiver
      .requests(path)
      .slice(from)
      .map(({ open }) => open.atPath),
  );
/** Returns the POSTs that began too soon: before the limit allowed them, given all earlier POSTs. A POST may begin late. */
const tooSoon = (starts: readonly number[], sinceMs: number, perSecond: number): number[] =>
  starts.filter((at, index) => at < sinceMs + (index * 1_000) / perSecond - ROUNDING_MS);
const untilArrived = (path: string, count: number): Promise<unknown> =>
  waitFor(() => webhooks.arrivedAt(path) >= count, { what: `${count} events at ${path}` });

/** Returns when the receiver's POSTs began, as recorded by the senders: no arrival is earlier. */
async function startsOf(receiverId: string, count: number): Promise<number[]> {
  const recorded = async (): Promise<number[]> => {
    const rows = await bed.database.query<{ atMs: number }>(
      `SELECT extract(epoch FROM attempted_at)::float8 * 1000 AS "atMs" FROM delivery_attempt WHERE receiver_id = $1 ORDER BY attempted_at`,
      [receiverId],
    );
    return rows.map(({ atMs }) => atMs);
  };
  await waitFor(async () => (await recorded()).length >= count, { what: `${count} recorded attempts` });
  return recorded();
}

/** Waits until the limit has been read, and until POSTs with an earlier permit have ended. */
async function untilLimited(receiverId: string): Promise<void> {
  const isRead = 'SELECT count(*) FROM receiver_queue WHERE receiver_id = $1 AND limited_since IS NOT NULL';
  await waitFor(async () => (await webhooks.count(isRead, [receiverId])) === 1, { what: 'the limit' });
  const underWay = async (): Promise<number> => {
    const counts = await Promise.all(senders.map((sender) => sender.metric('delivery_attempts_in_flight')));
    return counts.reduce<number>((sum, count) => sum + count!, 0);
  };
  await waitFor(async () => (await underWay()) <= 1, { what: 'the end of the earlier POSTs' });
}

const change = (receiverId: string, setting: string): Promise<unknown> =>
  bed.database.query(`UPDATE receiver SET ${setting} WHERE receiver_id = $1`, [receiverId]);
const holdOf = async (receiverId: string): Promise<{ status: number; forS: number } | undefined> => {
  const [row] = await bed.database.query<{ status: number; forS: number }>(
    `SELECT held_http_status AS status, extract(epoch FROM held_until - now())::float8 AS "forS" FROM receiver_queue
     WHERE receiver_id = $1 AND held_until > now()`,
    [receiverId],
  );
  return row;
};

describe('a limit of the owner', () => {
  story('holds for both senders together: POSTs per second', async () => {
    const limited = await webhooks.addReceiver('/rate', { maxPerSecond: 10 });
    const free = await webhooks.addReceiver('/free', { account: limited.account });
    const sentMs = Date.now();
    await webhooks.sendMany(limited, 60);
    await Promise.all([untilArrived('/free', 60), untilArrived('/rate', 60)]);
    const paths = webhooks.receiver.requests().map(({ path }) => path);
    expect(paths.lastIndexOf('/free')).toBeLessThan(paths.lastIndexOf('/rate')); // Another receiver of the account does not wait for the limit.
    expect(tooSoon(await startsOf(limited.receiverId, 60), sentMs, 10)).toEqual([]);
    expect(timesAt('/rate')).toHaveLength(60);
    expect(free.account).toBe(limited.account);
  });

  story('holds for both senders together: parallel POSTs', async () => {
    webhooks.receiver.behave('/flight', { kind: 'answer', delayMs: 300 });
    const limited = await webhooks.addReceiver('/flight', { maxInFlight: 2 });
    await webhooks.sendMany(limited, 24);
    await untilArrived('/flight', 24);
    expect(mostOpen('/flight')).toBeLessThanOrEqual(2);
  });

  story('keeps the order of a consignment', async () => {
    const { account } = await webhooks.addReceiver('/order', { maxPerSecond: 20, maxInFlight: 4 });
    const consignmentId = 'c0a8f0de-2d3b-4d55-9a53-0d0c1f0a0001';
    const events = Array.from({ length: 10 }, () => trackingEvent({ account, consignmentId }));
    await webhooks.publish(...events);
    await untilArrived('/order', 10);
    expect(webhooks.postedTo('/order')).toEqual(events.map(({ payload }) => payload.eventid));
  });
});

describe('Retry-After', () => {
  story('holds the queue of the receiver for that time, on both senders', async () => {
    webhooks.receiver.behave('/busy', { kind: 'answer', status: 429, headers: { 'retry-after': '3' } });
    const receiver = await webhooks.addReceiver('/busy');
    await webhooks.send(receiver);
    await untilArrived('/busy', 1);
    const told = (): unknown[] =>
      senders
        .flatMap((sender) => sender.logs())
        .filter(({ event, receiverId }) => event === 'receiver.held' && receiverId === receiver.receiverId);
    await waitFor(() => told().length > 0, { what: 'the hold in the log' });
    expect(told()).toMatchObject([{ httpStatus: 429 }]);
    webhooks.receiver.behave('/busy', { kind: 'answer' });
    await webhooks.sendMany(receiver, 20);
    await untilArrived('/busy', 21);
    const [first, ...others] = timesAt('/busy') as [number, ...number[]];
    expect(Math.min(...others) - first).toBeGreaterThanOrEqual(3_000 - ROUNDING_MS);
    await waitFor(async () => (await holdOf(receiver.receiverId)) === undefined, { what: 'the end of the hold' });
  });

  story('holds for a retry interval at most, and moves no retry', async () => {
    webhooks.receiver.behave('/long', { kind: 'answer', status: 503, headers: { 'retry-after': '86400' } });
    const receiver = await webhooks.addReceiver('/long');
    const event = await webhooks.send(receiver);
    const hold = await waitFor(() => holdOf(receiver.receiverId), { what: 'the hold' });
    expect(hold.forS).toBeLessThanOrEqual((RETRY_MS + ROUNDING_MS) / 1_000);
    expect(hold.forS).toBeGreaterThan(RETRY_MS / 2_000);
    await webhooks.firstAttempt(event);
    const dueInMs = (await webhooks.deliveryOf(event))!.next_attempt_at!.getTime() - timesAt('/long')[0]!;
    expect(dueInMs).toBeGreaterThanOrEqual(RETRY_MS - ROUNDING_MS);
    expect(dueInMs).toBeLessThan(2 * RETRY_MS);
  });

  story('holds nothing with another status', async () => {
    webhooks.receiver.behave('/broken', { kind: 'answer', status: 500, headers: { 'retry-after': '60' } });
    const receiver = await webhooks.addReceiver('/broken');
    await webhooks.firstAttempt(await webhooks.send(receiver));
    await webhooks.send(receiver);
    await untilArrived('/broken', 2);
    expect(await holdOf(receiver.receiverId)).toBeUndefined();
  });
});

describe('a receiver that answers 410', () => {
  const stateOf = async (receiverId: string): Promise<{ enabled: boolean; reason: string | null } | undefined> =>
    (
      await bed.database.query<{ enabled: boolean; reason: string | null }>(
        'SELECT enabled, disabled_reason AS reason FROM receiver WHERE receiver_id = $1',
        [receiverId],
      )
    )[0];

  story('is disabled once, with an entry in the audit log, if its owner configured it', async () => {
    webhooks.receiver.behave('/gone', { kind: 'answer', status: 410 });
    const receiver = await webhooks.addReceiver('/gone', { onGone: 'disable' });
    await webhooks.sendMany(receiver, 10);
    await waitFor(async () => !(await stateOf(receiver.receiverId))?.enabled, { what: 'the end' });
    expect(await stateOf(receiver.receiverId)).toEqual({ enabled: false, reason: 'gone' });
    const audited = await bed.database.query('SELECT action, by_command, after FROM audit_log WHERE subject_id = $1', [
      receiver.receiverId,
    ]);
    expect(audited).toEqual([{ action: 'receiver.disabled', by_command: 'webhook-sender', after: { enabled: false, reason: 'gone' } }]);
  });

  story('stays enabled otherwise', async () => {
    webhooks.receiver.behave('/still', { kind: 'answer', status: 410 });
    const receiver = await webhooks.addReceiver('/still');
    await webhooks.firstAttempt(await webhooks.send(receiver));
    expect(await stateOf(receiver.receiverId)).toEqual({ enabled: true, reason: null });
  });
});

describe('a receiver that has failed for as long as its owner allows', () => {
  const HOURS = 3_600_000;
  /** Sets the recorded failures and the last success, each this many hours ago. */
  const failing = async (fields: { readonly first: number; readonly last: number; readonly after?: string }): Promise<string> => {
    const { receiverId, account } = await webhooks.addReceiver('/failing');
    await change(receiverId, `disable_after_failing_for = ${fields.after === undefined ? 'NULL' : `'${fields.after}'`}`);
    const at = (hours: number): Date => new Date(Date.now() - hours * HOURS);
    await bed.database.query(
      `INSERT INTO receiver_health (receiver_id, account_id, last_success_at, last_failure_at, last_failure_outcome, failed_first)
       VALUES ($1, $2, $3, $4, 'dns', ARRAY[$5::timestamptz])`,
      [receiverId, account, at(fields.first + 1), at(fields.last), at(fields.first)],
    );
    return receiverId;
  };
  const reasonOf = async (receiverId: string): Promise<string | null> =>
    (
      await bed.database.query<{ reason: string | null }>('SELECT disabled_reason AS reason FROM receiver WHERE receiver_id = $1', [
        receiverId,
      ])
    )[0]!.reason;

  story('is disabled; other receivers are not', async () => {
    const [long, never, short, quiet] = await Promise.all([
      failing({ first: 25, last: 0.1, after: 'P1D' }),
      failing({ first: 25, last: 0.1 }),
      failing({ first: 23, last: 0.1, after: 'P1D' }),
      failing({ first: 49, last: 25, after: 'P1D' }),
    ]);
    await waitFor(async () => (await reasonOf(long)) === 'failing', { what: 'the end' });
    expect(await Promise.all([never, short, quiet].map(reasonOf))).toEqual([null, null, null]);
    const actions = await bed.database.query('SELECT action, by_command, after FROM audit_log WHERE subject_id = $1', [long]);
    expect(actions).toEqual([{ action: 'receiver.disabled', by_command: 'token-api', after: { enabled: false, reason: 'failing' } }]);
  });
});

describe('the health of a receiver', () => {
  story('is held, with the end and the reason; limited, with the number of waiting deliveries; and well again', async () => {
    const owner = await bed.createAccountAndToken({ user: 900, scope: 'read' });
    const receiver = await webhooks.addReceiver('/unwell', { account: 900, maxPerSecond: 2 });
    type Health = { state: string; since: string | null; reason: string | null };
    const health = async (): Promise<Health> =>
      (await api(tokenApi.url, owner).get<{ health: Health }>(`/receivers/${receiver.receiverId}`)).data.health;
    const until = (state: string): Promise<Health> =>
      waitFor(
        async () => {
          const found = await health();
          return found.state === state ? found : undefined;
        },
        { what: state, everyMs: 200 },
      );
    expect(await health()).toMatchObject({ state: 'new', reason: null });
    webhooks.receiver.behave('/unwell', { kind: 'answer', status: 503, headers: { 'retry-after': '15' } });
    await webhooks.send(receiver);
    expect((await until('held')).reason).toContain('answered 503 and asked to wait until 20');
    webhooks.receiver.behave('/unwell', { kind: 'answer' });
    await waitFor(async () => (await holdOf(receiver.receiverId)) === undefined, { what: 'the end of the hold' });
    await webhooks.sendMany(receiver, 30);
    const limited = await until('limited');
    expect(limited.reason).toMatch(/: \d+ deliveries wait, until about 20/);
    expect(limited.since).not.toBeNull();
    const { data } = await api(tokenApi.url, owner).get<{ deliveries: { waitingFor: string | null }[] }>('/deliveries?status=pending');
    expect(data.deliveries.map(({ waitingFor }) => waitingFor)).toContain('limit');
    await change(receiver.receiverId, 'max_per_second = NULL');
    await until('healthy');
  });
});

describe('a delivery that has waited for MAX_WAIT_MS', () => {
  story('gets its last POST in spite of the hold, within the limits; only if that fails it ends as expired', async () => {
    const patient = await webhooks.addReceiver('/last', { maxPerSecond: 5 });
    webhooks.receiver.behave('/last', { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } });
    await webhooks.send(patient);
    await waitFor(() => holdOf(patient.receiverId), { what: 'the hold' });
    webhooks.receiver.behave('/last', { kind: 'fail', times: 4, each: 'path' });
    const sentMs = Date.now();
    const events = await webhooks.sendMany(patient, 8);
    const ended = `SELECT count(*) FROM delivery WHERE receiver_id = $1 AND status <> 'pending'`;
    await waitFor(async () => (await webhooks.count(ended, [patient.receiverId])) === 8, { what: 'eight ends' });
    const expired = `SELECT count(*) FROM delivery WHERE receiver_id = $1 AND status = 'expired'`;
    expect(await webhooks.count(expired, [patient.receiverId])).toBe(3);
    const [, ...starts] = await startsOf(patient.receiverId, 9);
    expect(tooSoon(starts, sentMs + MAX_WAIT_MS, 5)).toEqual([]);
    expect(events).toHaveLength(8);
  });
});

// Runs separately from the other tests, because the metrics count attempts and receivers of all tests.
describe('a limit that attempts wait for', () => {
  it('applies to waiting attempts a second after its change, and ends as quickly', async () => {
    webhooks.receiver.behave('/late', { kind: 'answer', delayMs: 400 });
    const receiver = await webhooks.addReceiver('/late');
    await webhooks.sendMany(receiver, 300);
    await untilArrived('/late', 5);
    await change(receiver.receiverId, 'max_in_flight = 1');
    await untilLimited(receiver.receiverId);
    const before = webhooks.receiver.requests('/late').length;
    await untilArrived('/late', before + 5);
    expect(mostOpen('/late', before)).toBe(1);
    await change(receiver.receiverId, 'max_in_flight = NULL');
    await untilArrived('/late', 300);
  });

  it('appears in the metrics', async () => {
    const receiver = await webhooks.addReceiver('/told', { maxPerSecond: 1 });
    await webhooks.sendMany(receiver, 60);
    await waitFor(async () => (await senders[0]!.metric('delivery_limited_receivers')) === 1, { what: 'the metric' });
    await change(receiver.receiverId, 'max_per_second = NULL');
    await untilArrived('/told', 60);
  });
});
