import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '#libs/config';
import { type DeliveryAttempt, TOPICS } from '#libs/contracts';
import type { ConsumedMessage } from '#libs/messaging';
import { AttemptsConsumer } from '../../apps/webhook-sender/src/dispatch/attempts.consumer.js';
import { Dispatcher } from '../../apps/webhook-sender/src/dispatch/dispatcher.service.js';
import { PartitionMoves } from '../../apps/webhook-sender/src/dispatch/partition-moves.service.js';
import { ReceiverQueues } from '../../apps/webhook-sender/src/queue/receiver-queues.service.js';
import { Turns } from '../../apps/webhook-sender/src/turns/turns.provider.js';
import { SETTINGS } from '../../apps/webhook-sender/src/webhook-sender.config.js';
import { WebhookSenderModule } from '../../apps/webhook-sender/src/webhook-sender.module.js';
import { freePorts } from '../../scripts/stack/free-ports.js';
import { deliveryAttempt, attemptMessage } from '../builders/delivery-attempt.js';
import { insertReceiver } from '../builders/receiver-row.js';
import { trackingEvent } from '../builders/tracking-event.js';
import { holding } from '../support/database.js';
import type { TestReceiver } from '../support/receiver.js';
import { useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';
import { insertOverflow } from '../builders/overflow-rows.js';

/**
 * First attempts of one consignment while queues, permissions and the table hand them to one another. The test decides when batches, joins
 * and the group's answers come.
 */

const bed = useTestBed({ partitions: 1, env: { MAX_IN_FLIGHT_PER_RECEIVER: '1', LOG_LEVEL: 'error', INTERNAL_HOST: '127.0.0.1' } });

/**
 * Long enough for a busy machine: a failed attempt would come again, and break the order. A stored row is kept five seconds longer than
 * this.
 */
const RECEIVER_TIMEOUT_MS = 15_000;

interface Sender {
  readonly app: INestApplicationContext;
  readonly dispatcher: Dispatcher;
  /** Whether the sender's group answers. */
  readonly group: { answers: boolean };
  /** Assigns partitions to the sender. */
  readonly assign: () => void;
  /** Hands over the attempts as a batch of one partition. */
  readonly take: (...attempts: DeliveryAttempt[]) => Promise<unknown>;
}

let receiver: TestReceiver;
let sender: Sender;
let serial = 0;

async function startSender(): Promise<Sender> {
  const [internalPort] = await freePorts(1);
  const config = readConfig(SETTINGS, { ...bed.env, INTERNAL_PORT: String(internalPort) });
  const app = await NestFactory.createApplicationContext(WebhookSenderModule.forRoot(config), { logger: false, abortOnError: false });
  const [dispatcher, consumer, group] = [app.get(Dispatcher), app.get(AttemptsConsumer), { answers: true }];
  const moves = app.get(PartitionMoves);
  const assign = (): void => moves.onPartitionsAssigned({ isSure: () => group.answers, partitionsOf: () => [0] });
  assign();
  return { app, dispatcher, group, assign, take: (...attempts) => consumer.take(attempts.map(toMessage)) };
}

const toMessage = (attempt: DeliveryAttempt): ConsumedMessage => ({
  topic: TOPICS.deliveryAttempts.name,
  partition: 0,
  offset: String(serial++),
  key: null,
  ...attemptMessage(attempt),
  timestampMs: Date.now(),
});

interface Way {
  readonly receiverId: string;
  /** Attempts in the order of their events. */
  readonly attempts: DeliveryAttempt[];
  /** Returns the indexes of the POSTed attempts in order; 0 = the first attempt. */
  readonly posted: () => number[];
}

/** Creates a receiver, and events of one consignment for it. */
async function way(count: number): Promise<Way> {
  const path = `/${++serial}`;
  const receiverId = await insertReceiver(bed.database, { account: serial, url: receiver.url(path), timeoutMs: RECEIVER_TIMEOUT_MS });
  const event = trackingEvent({ account: serial });
  const attempts = Array.from({ length: count }, () =>
    deliveryAttempt({ ...event, payload: trackingEvent({ account: serial }).payload }, receiverId),
  );
  const posted = (): number[] => receiver.requests(path).map(({ eventid }) => attempts.findIndex((attempt) => attempt.eventid === eventid));
  return { receiverId, attempts, posted };
}

/**
 * Puts an event of another parcel into the table, held by a busy instance: everything that arrives for the receiver then waits there too.
 */
async function makeOverflow(receiverId: string): Promise<void> {
  await insertOverflow(bed.database, [deliveryAttempt(trackingEvent({ account: 1 }), receiverId)], { keptForMs: 4 * 60_000 });
  await waitFor(() => sender.app.get(ReceiverQueues).of({ receiverId, account: 1 })?.rows.isAny);
}

/** Waits until no attempt of the receiver is in flight. */
const untilNoneUnderWay = (): Promise<unknown> => waitFor(() => sender.app.get(Turns).inFlight === 0);

/** Waits for a statement that waits for a lock. @returns the id of its server process */
const waitingFor = (table: string): Promise<number> =>
  waitFor(async () => {
    const sql = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`;
    return (await bed.database.query<{ pid: number }>(sql, [`%${table}%`]))[0]?.pid;
  });

async function locked(table: string): Promise<{ free: () => Promise<void> }> {
  const client = await holding(bed.database, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return {
    free: async () => {
      await client.query('ROLLBACK');
      await client.end();
    },
  };
}

beforeAll(async () => {
  receiver = await bed.startReceiver();
  sender = await startSender();
});

afterEach(() => {
  sender.group.answers = true;
});
afterAll(() => sender.app.close());

describe('an attempt that waits because the group does not answer', () => {
  it('and is not sent in the end keeps its place before rows that were stored after it', async () => {
    const { receiverId, attempts, posted } = await way(3);
    sender.group.answers = false;
    await sender.take(attempts[0]!);
    await makeOverflow(receiverId);
    await sender.take(attempts[1]!, attempts[2]!);
    sender.assign();
    sender.group.answers = true;
    await sender.take(...attempts);
    await waitFor(() => new Set(posted()).size === 3);
    expect(posted()).toEqual([0, 1, 2]);
  });
});

describe('a batch from before a rebalance', () => {
  it('that waits during the rebalance does not count as a batch from after it', async () => {
    const { attempts, posted } = await way(3);
    sender.assign();
    const ofBefore = sender.take(attempts[1]!, attempts[2]!);
    sender.assign();
    await Promise.all([ofBefore, sender.take(...attempts)]);
    await waitFor(() => new Set(posted()).size === 3);
    expect(posted()).toEqual([0, 1, 2]);
  });

  it('leaves nothing in the queue if storing it fails afterwards', async () => {
    const { receiverId, attempts, posted } = await way(3);
    sender.group.answers = false;
    await sender.take(attempts[0]!, attempts[1]!);
    await makeOverflow(receiverId);
    const table = await locked('delivery_overflow');
    const ofBefore = sender.take(attempts[2]!);
    const insert = await waitingFor('INSERT INTO delivery_overflow');
    sender.assign();
    await bed.database.query('SELECT pg_terminate_backend($1)', [insert]);
    await expect(ofBefore).rejects.toThrow();
    sender.group.answers = true;
    await untilNoneUnderWay();
    await table.free();
    await sender.take(...attempts);
    await waitFor(() => new Set(posted()).size === 3);
    expect(posted()).toEqual([0, 1, 2]);
  });
});
