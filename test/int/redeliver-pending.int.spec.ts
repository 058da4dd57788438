import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MINUTE } from '#libs/config';
import { TOPICS } from '#libs/contracts';
import { packText } from '#libs/persistence';
import { insertReceiver } from '../builders/receiver-row.js';
import { eventMessage, trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { stdoutOf } from '../support/command.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useStories } from '../support/stories.js';
import { useTestBed } from '../support/test-bed.js';
import { settableClock } from '../support/settable-clock.js';
import { createTopics, lagOf, publish, readTopic } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const ACCOUNT = 1;
const bed = useTestBed({ env: { LEASE_MS: '3000' } });
let receiver: TestReceiver;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  receiver = await bed.startReceiver();
});

afterAll(() => Promise.all(databases.map((database) => database.drop())));

interface Count {
  readonly status: string;
  readonly round: number;
  readonly attempts: number;
  readonly count: number;
}

interface Order {
  readonly redeliveryId: string;
  readonly receiverId: string;
  readonly total: number;
}

/** A database and a cluster of one test alone, with a receiver. */
class Scene {
  readonly path = `/${randomUUID()}`;
  receiverId = '';
  /** The prefix of the topics in use. Empty topics with another prefix stand for another cluster. */
  prefix = '';
  private apps: App[] = [];

  private constructor(readonly database: TestDatabase) {}

  static async set(): Promise<Scene> {
    const database = await createDatabase();
    databases.push(database);
    const scene = new Scene(database);
    scene.receiverId = await scene.addReceiver(scene.path);
    await scene.moveToAnotherCluster();
    return scene;
  }

  addReceiver(path: string): Promise<string> {
    return insertReceiver(this.database, { account: ACCOUNT, url: receiver.url(path), filter: { clients: [this.path] } });
  }

  async moveToAnotherCluster(): Promise<void> {
    this.prefix = `${bed.topicPrefix}${randomUUID()}.`;
    await createTopics(this.prefix);
  }

  async start(env: Readonly<Record<string, string>>): Promise<void> {
    const own = { ...env, ...this.env };
    this.apps.push(...(await Promise.all([bed.startApp('token-api', own), bed.startApp('webhook-sender', own)])));
  }

  /** Starts a sender whose clock makes the ten-minute retries due: none comes before the test wants it. */
  async startWhenDue(): Promise<void> {
    const clock = settableClock(11 * MINUTE);
    this.apps.push(await bed.startProcess('webhook-sender', { RETRY_DELAY_MS: '600000', ...this.env, ...clock.env }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.apps.splice(0).map((app) => app.stop()));
  }

  /** Stores and publishes events as event-builder does: in the table, and on the topic. */
  async tell(count: number): Promise<void> {
    const events = Array.from({ length: count }, () => trackingEvent({ account: ACCOUNT, client: this.path }));
    for (const { consignmentId, createdAtMs, payload } of events) {
      await this.database.query(
        'INSERT INTO event (eventid, account_id, consignment_id, event, happened_at, order_crc, client, payload, created_at) VALUES ($1, $2, $3, $4, $5, 0, $8, $6, $7)',
        [
          payload.eventid,
          ACCOUNT,
          consignmentId,
          payload.event,
          payload.timestamp,
          packText(JSON.stringify(payload)),
          new Date(createdAtMs),
          payload.references.client,
        ],
      );
    }
    await publish(`${this.prefix}events`, events.map(eventMessage));
  }

  deliveries(of = this.receiverId): Promise<Count[]> {
    return this.database.query(
      'SELECT status, round, attempts, count(*)::int AS count FROM delivery WHERE receiver_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
      [of],
    );
  }

  attempts(): Promise<{ round: number; attempt: number; count: number }[]> {
    return this.database.query(
      'SELECT round, attempt, count(*)::int AS count FROM delivery_attempt WHERE receiver_id = $1 GROUP BY 1, 2 ORDER BY 1, 2',
      [this.receiverId],
    );
  }

  async until(wanted: readonly Count[], of = this.receiverId): Promise<void> {
    const isSo = async (): Promise<boolean> => {
      const seen = await this.deliveries(of);
      if (JSON.stringify(seen) !== JSON.stringify(wanted)) throw new Error(JSON.stringify(seen));
      return true;
    };
    await waitFor(isSo, { what: JSON.stringify(wanted), everyMs: 100 });
  }

  async lost(to: string, ...more: string[]): Promise<string> {
    const args = ['--status', 'pending', '--from', '2020-01-01T00:00:00Z', '--to', to, ...more];
    return stdoutOf(await bed.runCommand(['redeliver', ...args], this.env));
  }

  async ended(): Promise<void> {
    const running = `SELECT 1 FROM redelivery WHERE state = 'running'`;
    await waitFor(async () => (await this.database.query(running)).length === 0, { what: 'the end of the orders', everyMs: 100 });
  }

  lag(group: string, topic: string): Promise<number> {
    return lagOf(`${this.prefix}webhook-sender.${group}`, this.prefix + topic);
  }

  /** Waits until everything published has come: chains that ended have left nothing. */
  async quiet(): Promise<void> {
    const isQuiet = async (): Promise<boolean> =>
      (await this.lag('retries', 'delivery-retries')) === 0 && (await this.lag('attempts', 'delivery-attempts')) === 0;
    await waitFor(isQuiet, { what: 'the end of the topics', everyMs: 250 });
  }

  private get env(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.database.url, TOPIC_PREFIX: this.prefix };
  }
}

const story = useStories();
const now = (): string => new Date(Date.now() + 1).toISOString();
const ordersIn = (output: string): Order[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Order);

describe('redeliver --status pending', () => {
  story('sends the content of the lost topics to all receivers, and leaves later events alone', async () => {
    const scene = await Scene.set();
    const { receiverId } = scene;
    const switchedOff = await scene.addReceiver(scene.path);
    receiver.behave(scene.path, { kind: 'answer', status: 500 });
    await scene.start({ RETRY_DELAY_MS: '600000' });
    await scene.tell(3);
    const waiting = { status: 'pending', round: 1, attempts: 1 };
    for (const each of [receiverId, switchedOff]) await scene.until([{ ...waiting, count: 3 }], each);
    await scene.stop();
    const to = now();

    await scene.moveToAnotherCluster();
    await scene.database.query('UPDATE receiver SET enabled = false WHERE receiver_id = $1', [switchedOff]);
    await scene.start({ RETRY_DELAY_MS: '600000' });
    await scene.tell(1);
    await scene.until([{ ...waiting, count: 4 }]);
    receiver.behave(scene.path, { kind: 'answer', status: 200 });

    const orders = ordersIn(await scene.lost(to));
    expect(Object.fromEntries(orders.map((order) => [order.receiverId, order.total]))).toEqual({ [receiverId]: 3, [switchedOff]: 3 });
    await scene.until([
      { status: 'delivered', round: 2, attempts: 1, count: 3 },
      { ...waiting, count: 1 },
    ]);
    await scene.until([{ status: 'cancelled', round: 2, attempts: 0, count: 3 }], switchedOff);
    expect(receiver.requests(scene.path)).toHaveLength(3 + 3 + 1 + 3);
    await scene.ended();
    expect(await scene.lost(to)).toBe('No delivery of that period is pending.\n');
  });

  story('always makes the same orders for the same period', async () => {
    const scene = await Scene.set();
    const { receiverId } = scene;
    receiver.behave(scene.path, { kind: 'answer', status: 500 });
    await scene.start({ RETRY_DELAY_MS: '600000' });
    await scene.tell(2);
    await scene.until([{ status: 'pending', round: 1, attempts: 1, count: 2 }]);
    const to = now();
    const first = ordersIn(await scene.lost(to, '--receiver', receiverId));
    await scene.ended();
    await scene.until([{ status: 'pending', round: 2, attempts: 1, count: 2 }]);
    const second = ordersIn(await scene.lost(to, '--user', String(ACCOUNT), '--receiver', receiverId));
    expect(second.map(({ redeliveryId }) => redeliveryId)).toEqual(first.map(({ redeliveryId }) => redeliveryId));
    await scene.ended();
    expect(await scene.deliveries()).toEqual([{ status: 'pending', round: 2, attempts: 1, count: 2 }]);
    expect(await scene.lost(to, '--user', '2')).toBe('No delivery of that period is pending.\n');
  });

  story('discards a retry of the previous round that comes after all', async () => {
    const scene = await Scene.set();
    const { receiverId } = scene;
    receiver.behave(scene.path, { kind: 'fail', times: 1, each: 'event' });
    await scene.start({ RETRY_DELAY_MS: '600000' });
    await scene.tell(5);
    await scene.until([{ status: 'pending', round: 1, attempts: 1, count: 5 }]);
    await scene.lost(now(), '--receiver', receiverId);
    await scene.until([{ status: 'delivered', round: 2, attempts: 1, count: 5 }]);
    expect(await scene.lag('retries', 'delivery-retries')).toBe(5);
    await scene.stop();
    await scene.startWhenDue();
    await scene.quiet();
    expect(await scene.attempts()).toEqual([
      { round: 1, attempt: 1, count: 5 },
      { round: 2, attempt: 1, count: 5 },
    ]);
    expect(receiver.requests(scene.path)).toHaveLength(10);
  });

  story('in the middle of active chains ends each delivery, by a complete last round', async () => {
    const scene = await Scene.set();
    const { receiverId } = scene;
    // Some second attempts fail, too. Then no POST is answered until the orders exist, so no chain has ended by then.
    const ordered = Promise.withResolvers<void>();
    const failing = { kind: 'answer', status: 500 } as const;
    receiver.behave(scene.path, {
      kind: 'turns',
      turns: [failing, ...Array.from({ length: 59 }, () => failing), { ...failing, after: ordered.promise }],
    });
    await scene.start({ RETRY_DELAY_MS: '350' });
    await scene.tell(40);
    await waitFor(async () => (await scene.attempts()).some(({ attempt }) => attempt === 2), { what: 'a second attempt' });
    for (const _ of [1, 2]) await scene.lost(now(), '--receiver', receiverId);
    ordered.resolve();
    await scene.ended();
    await waitFor(async () => (await scene.deliveries()).every(({ status }) => status === 'exhausted'), {
      what: 'the end of every delivery',
    });
    await scene.quiet();
    const seen = await scene.deliveries();
    expect(seen.map(({ attempts }) => attempts)).toEqual(seen.map(() => 16));
    expect(seen.some(({ round }) => round > 1)).toBe(true);
    const rounds = await scene.database.query<{ made: number }>(
      `SELECT count(*)::int AS made FROM delivery JOIN delivery_attempt USING (delivery_id, round)
       WHERE delivery.receiver_id = $1 GROUP BY delivery_id`,
      [receiverId],
    );
    expect(rounds).toEqual(Array.from({ length: 40 }, () => ({ made: 16 })));
  });

  // Runs separately from the other tests: the receiver has a second for each POST.
  it('rows of the previous round in the overflow cost no probe: the first probe after them belongs to the new round', async () => {
    const scene = await Scene.set();
    const { receiverId } = scene;
    receiver.behave(scene.path, { kind: 'hang' });
    await scene.database.query('UPDATE receiver SET timeout_ms = 1000 WHERE receiver_id = $1', [receiverId]);
    await scene.start({ PROBE_INTERVAL_MS: '2000', MAX_IN_FLIGHT_PER_RECEIVER: '2', RETRY_DELAY_MS: '600000' });
    await scene.tell(60);
    const overflow = async (round: number): Promise<number> =>
      (await scene.database.query('SELECT 1 FROM delivery_overflow WHERE round = $1', [round])).length;
    await waitFor(async () => (await overflow(1)) > 40, { what: 'the old round in the overflow' });
    await scene.lost(now(), '--receiver', receiverId);
    await scene.ended();
    // A probe removes the rows of the old round: how many are still there is chance.
    await waitFor(async () => (await overflow(2)) > 40, { what: 'the new round in the overflow' });
    receiver.behave(scene.path, { kind: 'answer', status: 200 });
    await waitFor(async () =>
      (await scene.deliveries()).every(({ round, status, attempts }) => round === 2 && (status === 'delivered' || attempts > 0)),
    );
    await waitFor(async () => (await overflow(1)) + (await overflow(2)) === 0, { what: 'an empty overflow' });
    const old = (await scene.attempts()).filter(({ round }) => round === 1).reduce((sum, { count }) => sum + count, 0);
    expect(old).toBeLessThan(20);
  });
});

describe('topics mirrored to another cluster, read from their beginning', () => {
  story('repeat no recorded attempt and make the waiting ones; a receiver created since gets the earlier events', async () => {
    const scene = await Scene.set();
    receiver.behave(scene.path, { kind: 'fail', times: 1, each: 'event' });
    await scene.start({ RETRY_DELAY_MS: '600000' });
    await scene.tell(5);
    await scene.until([{ status: 'pending', round: 1, attempts: 1, count: 5 }]);
    await scene.stop();
    const from = scene.prefix;
    await scene.moveToAnotherCluster();
    for (const { name } of Object.values(TOPICS)) await mirror(from + name, scene.prefix + name);

    const laterPath = `${scene.path}/later`;
    const later = await scene.addReceiver(laterPath);
    await scene.startWhenDue();
    await scene.until([{ status: 'delivered', round: 1, attempts: 2, count: 5 }]);
    await scene.until([{ status: 'delivered', round: 1, attempts: 1, count: 5 }], later);
    await scene.quiet();
    expect(await scene.attempts()).toEqual([
      { round: 1, attempt: 1, count: 5 },
      { round: 1, attempt: 2, count: 5 },
    ]);
    expect([receiver.requests(scene.path).length, receiver.requests(laterPath).length]).toEqual([10, 5]);
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
