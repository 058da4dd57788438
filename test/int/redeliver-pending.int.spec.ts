import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { settableClock } from '../support/settable-clock.js';
import { createTopics, lagOf, publish, readTopic } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 1;
const bed = useTestBed({ env: { LEASE_MS: '3000' } });
let receiver: TestReceiver;
let path: string;
let receiverId: string;
/** Of the topics that are in use: another cluster is others, empty as its are. */
let prefix: string;
let apps: App[];

beforeAll(async () => {
  receiver = await bed.startReceiver();
});

beforeEach(async () => {
  path = `/${randomUUID()}`;
  receiverId = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url(path), clients: [path] });
  apps = [];
  await moveToAnotherCluster();
});

afterEach(() => stop());

async function moveToAnotherCluster(): Promise<void> {
  prefix = `${bed.topicPrefix}${randomUUID()}.`;
  await createTopics(prefix);
}

const stop = (): Promise<unknown> => Promise.all(apps.splice(0).map((app) => app.stop()));

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  const own = { ...env, TOPIC_PREFIX: prefix };
  apps.push(...(await Promise.all([bed.startApp('token-api', own), bed.startApp('webhook-sender', own)])));
}

/** By the clock of this sender the retries of ten minutes are due: none comes before the test says so. */
async function startWhenDue(): Promise<void> {
  const clock = settableClock(11 * MINUTE);
  apps.push(await bed.startProcess('webhook-sender', { RETRY_DELAY_MS: '600000', TOPIC_PREFIX: prefix, ...clock.env }));
}

/** As event-builder would: in the table, and on the topic. */
async function tell(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => trackingEvent({ account: ACCOUNT, client: path }));
  for (const { consignmentId, createdAtMs, payload } of events) {
    await bed.database.query(
      'INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, payload, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [payload.eventid, ACCOUNT, consignmentId, payload.event, payload.timestamp, JSON.stringify(payload), new Date(createdAtMs)],
    );
  }
  await publish(`${prefix}events`, events.map(eventMessage));
}

interface Count {
  readonly status: string;
  readonly round: number;
  readonly attempts: number;
  readonly count: number;
}

const deliveries = (of: string): Promise<Count[]> =>
  bed.database.query(
    'SELECT status, round, attempts, count(*)::int AS count FROM delivery WHERE receiver_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    [of],
  );
const attempts = (of: string): Promise<{ round: number; attempt: number; count: number }[]> =>
  bed.database.query(
    'SELECT round, attempt, count(*)::int AS count FROM delivery_attempt WHERE receiver_id = $1 GROUP BY 1, 2 ORDER BY 1, 2',
    [of],
  );

const until = (of: string, wanted: readonly Count[]): Promise<unknown> =>
  waitFor(
    async () => {
      const seen = await deliveries(of);
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) throw new Error(JSON.stringify(seen));
      return true;
    },
    { what: JSON.stringify(wanted) },
  );

const now = (): string => new Date(Date.now() + 1).toISOString();
const lost = async (to: string, ...more: string[]): Promise<string> =>
  stdoutOf(await bed.runCommand(['redeliver', '--status', 'pending', '--from', '2020-01-01T00:00:00Z', '--to', to, ...more]));

interface Order {
  readonly redeliveryId: string;
  readonly receiverId: string;
  readonly total: number;
}
const ordersIn = (output: string): Order[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Order);
const ended = (): Promise<unknown> =>
  waitFor(async () => (await bed.database.query(`SELECT 1 FROM redelivery WHERE state = 'running'`)).length === 0);

const lag = (group: string, topic: string): Promise<number> => lagOf(`${prefix}webhook-sender.${group}`, prefix + topic);
/** Whatever was published has come: of a chain that ended nothing is left. */
const quiet = (): Promise<unknown> =>
  waitFor(async () => (await lag('retries', 'delivery-retries')) === 0 && (await lag('attempts', 'delivery-attempts')) === 0);

describe('redeliver --status pending', () => {
  it('sends what the lost topics held, of all receivers; what came later is left alone', async () => {
    const switchedOff = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url(path), clients: [path] });
    receiver.behave(path, { kind: 'answer', status: 500 });
    await start({ RETRY_DELAY_MS: '600000' });
    await tell(3);
    const waiting = { status: 'pending', round: 1, attempts: 1 };
    for (const each of [receiverId, switchedOff]) await until(each, [{ ...waiting, count: 3 }]);
    await stop();
    const to = now();

    await moveToAnotherCluster();
    await bed.database.query('UPDATE receiver SET enabled = false WHERE receiver_id = $1', [switchedOff]);
    await start({ RETRY_DELAY_MS: '600000' });
    await tell(1);
    await until(receiverId, [{ ...waiting, count: 4 }]);
    receiver.behave(path, { kind: 'answer', status: 200 });

    const orders = ordersIn(await lost(to));
    expect(Object.fromEntries(orders.map((order) => [order.receiverId, order.total]))).toEqual({ [receiverId]: 3, [switchedOff]: 3 });
    await until(receiverId, [
      { status: 'delivered', round: 2, attempts: 1, count: 3 },
      { ...waiting, count: 1 },
    ]);
    await until(switchedOff, [{ status: 'cancelled', round: 2, attempts: 0, count: 3 }]);
    expect(receiver.requests(path)).toHaveLength(3 + 3 + 1 + 3);
    await ended();
    expect(await lost(to)).toBe('No delivery of that period is pending.\n');
  });

  it('the same period is the same orders for ever', async () => {
    receiver.behave(path, { kind: 'answer', status: 500 });
    await start({ RETRY_DELAY_MS: '600000' });
    await tell(2);
    await until(receiverId, [{ status: 'pending', round: 1, attempts: 1, count: 2 }]);
    const to = now();
    const first = ordersIn(await lost(to, '--receiver', receiverId));
    await ended();
    await until(receiverId, [{ status: 'pending', round: 2, attempts: 1, count: 2 }]);
    const second = ordersIn(await lost(to, '--user', String(ACCOUNT), '--receiver', receiverId));
    expect(second.map(({ redeliveryId }) => redeliveryId)).toEqual(first.map(({ redeliveryId }) => redeliveryId));
    await ended();
    expect(await deliveries(receiverId)).toEqual([{ status: 'pending', round: 2, attempts: 1, count: 2 }]);
    expect(await lost(to, '--user', '2')).toBe('No delivery of that period is pending.\n');
  });

  it('a retry of the round before that comes after all is not made', async () => {
    receiver.behave(path, { kind: 'fail', times: 1, each: 'event' });
    await start({ RETRY_DELAY_MS: '600000' });
    await tell(5);
    await until(receiverId, [{ status: 'pending', round: 1, attempts: 1, count: 5 }]);
    await lost(now(), '--receiver', receiverId);
    await until(receiverId, [{ status: 'delivered', round: 2, attempts: 1, count: 5 }]);
    expect(await lag('retries', 'delivery-retries')).toBe(5);
    await stop();
    await startWhenDue();
    await quiet();
    expect(await attempts(receiverId)).toEqual([
      { round: 1, attempt: 1, count: 5 },
      { round: 2, attempt: 1, count: 5 },
    ]);
    expect(receiver.requests(path)).toHaveLength(10);
  });

  it('in the midst of living chains: each delivery ends, by a whole last round', async () => {
    // Some second attempts fail, too; then no POST is answered until the orders stand: no chain has ended by then.
    const ordered = Promise.withResolvers<void>();
    const failing = { kind: 'answer', status: 500 } as const;
    receiver.behave(path, {
      kind: 'turns',
      turns: [failing, ...Array.from({ length: 59 }, () => failing), { ...failing, after: ordered.promise }],
    });
    await start({ RETRY_DELAY_MS: '350' });
    await tell(40);
    await waitFor(async () => (await attempts(receiverId)).some(({ attempt }) => attempt === 2), { what: 'a second attempt' });
    for (const _ of [1, 2]) await lost(now(), '--receiver', receiverId);
    ordered.resolve();
    await ended();
    await waitFor(async () => (await deliveries(receiverId)).every(({ status }) => status === 'exhausted'), {
      what: 'the end of every delivery',
    });
    await quiet();
    const seen = await deliveries(receiverId);
    expect(seen.map(({ attempts }) => attempts)).toEqual(seen.map(() => 16));
    expect(seen.some(({ round }) => round > 1)).toBe(true);
    const rounds = await bed.database.query<{ made: number }>(
      `SELECT count(*)::int AS made FROM delivery JOIN delivery_attempt USING (delivery_id, round)
       WHERE delivery.receiver_id = $1 GROUP BY delivery_id`,
      [receiverId],
    );
    expect(rounds).toEqual(Array.from({ length: 40 }, () => ({ made: 16 })));
  });

  it('rows of the round before in the overflow cost no probe: the first one after them is the new round', async () => {
    receiver.behave(path, { kind: 'hang' });
    await bed.database.query('UPDATE receiver SET timeout_ms = 1000 WHERE receiver_id = $1', [receiverId]);
    await start({ PROBE_INTERVAL_MS: '2000', MAX_IN_FLIGHT_PER_RECEIVER: '2', RETRY_DELAY_MS: '600000' });
    await tell(60);
    const overflow = async (): Promise<number> => (await bed.database.query('SELECT 1 FROM delivery_overflow')).length;
    await waitFor(async () => (await overflow()) > 40);
    await lost(now(), '--receiver', receiverId);
    await ended();
    await waitFor(async () => (await overflow()) > 90, { what: 'the new round behind the old' });
    receiver.behave(path, { kind: 'answer', status: 200 });
    await waitFor(async () =>
      (await deliveries(receiverId)).every(({ round, status, attempts }) => round === 2 && (status === 'delivered' || attempts > 0)),
    );
    await waitFor(async () => (await overflow()) === 0, { what: 'an empty overflow' });
    const old = (await attempts(receiverId)).filter(({ round }) => round === 1).reduce((sum, { count }) => sum + count, 0);
    expect(old).toBeLessThan(20);
  });
});

describe('topics mirrored to another cluster, read from their beginning', () => {
  it('no recorded attempt is made again and what waited is made; a receiver created since hears what was before', async () => {
    receiver.behave(path, { kind: 'fail', times: 1, each: 'event' });
    await start({ RETRY_DELAY_MS: '600000' });
    await tell(5);
    await until(receiverId, [{ status: 'pending', round: 1, attempts: 1, count: 5 }]);
    await stop();
    const from = prefix;
    await moveToAnotherCluster();
    for (const { name } of Object.values(TOPICS)) await mirror(from + name, prefix + name);

    const laterPath = `${path}/later`;
    const later = await insertReceiver(bed.database, { account: ACCOUNT, url: receiver.url(laterPath), clients: [path] });
    await startWhenDue();
    await until(receiverId, [{ status: 'delivered', round: 1, attempts: 2, count: 5 }]);
    await until(later, [{ status: 'delivered', round: 1, attempts: 1, count: 5 }]);
    await quiet();
    expect(await attempts(receiverId)).toEqual([
      { round: 1, attempt: 1, count: 5 },
      { round: 1, attempt: 2, count: 5 },
    ]);
    expect([receiver.requests(path).length, receiver.requests(laterPath).length]).toEqual([10, 5]);
  });

  async function mirror(from: string, to: string): Promise<void> {
    const messages = await readTopic(from);
    if (messages.length > 0)
      await publish(
        to,
        messages.map(({ key, ...message }) => ({ ...message, ...(key !== undefined && { key }) })),
      );
  }
});
