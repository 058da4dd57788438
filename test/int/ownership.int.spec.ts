// One process makes all POSTs to a receiver: while its partition moves, while a process stalls, and for attempts in a wrong partition.
import { describe, expect, it } from '@jest/globals';
import type { DeliveryAttempt } from '#libs/contracts';
import { partitionOf } from '#libs/messaging';
import { insertOverflow } from '../builders/overflow-rows.js';
import { deliveryAttempt, attemptMessage } from '../builders/delivery-attempt.js';
import { trackingEvent } from '../builders/tracking-event.js';
import type { App } from '../support/app.js';
import { useSenderBed } from '../support/sender-bed.js';
import { suspend } from '../support/suspend.js';
import { KILLED, useTestBed } from '../support/test-bed.js';
import { waitFor } from '../support/wait-for.js';

const PARTITIONS = 2;
const bed = useTestBed({
  partitions: PARTITIONS,
  env: { MAX_IN_FLIGHT_PER_RECEIVER: '1', RETRY_DELAY_MS: '600000' },
});
const webhooks = useSenderBed(bed);

const receiverAt = async (path: string, timeoutMs: number): Promise<string> => (await webhooks.addReceiver(path, { timeoutMs })).receiverId;
/** Adds a receiver in the same partition as another receiver. */
const receiverBeside = async (other: string, path: string): Promise<string> => {
  const receiverId = await receiverAt(path, 60_000);
  const isBeside = partitionOf(Buffer.from(receiverId), PARTITIONS) === partitionOf(Buffer.from(other), PARTITIONS);
  return isBeside ? receiverId : receiverBeside(other, path);
};
const toPublish = (attempt: DeliveryAttempt) => ({ key: attempt.receiverId, ...attemptMessage(attempt) });
const attemptsFor = (receiverId: string, count: number): DeliveryAttempt[] =>
  Array.from({ length: count }, () => deliveryAttempt(trackingEvent({ account: 1 }), receiverId));
const idsOf = (attempts: readonly DeliveryAttempt[]): string[] => attempts.map(({ eventid }) => eventid);
const isPosting = async (app: App): Promise<boolean> => (await app.metric('delivery_attempts_in_flight')) === 1;
const startTwo = async (start = bed.startApp): Promise<[App, App]> => {
  const first = await start('webhook-sender');
  const second = await start('webhook-sender');
  await waitFor(async () => (await webhooks.count('SELECT count(DISTINCT owner) FROM attempt_partition')) === 2, { what: 'two owners' });
  return [first, second];
};

describe('an owner that stops while a POST of a stored attempt is in flight', () => {
  it('records the POST, and its successor makes only the later attempts', async () => {
    const answer = Promise.withResolvers<void>();
    const slow = await receiverAt('/slow', 60_000);
    webhooks.receiver.behave('/slow', { kind: 'answer', after: answer.promise });
    const apps = await startTwo();
    const stored = attemptsFor(slow, 3);
    await insertOverflow(bed.database, stored);
    await waitFor(() => webhooks.postedTo('/slow').length === 1);
    const [owner, successor] = (await isPosting(apps[0])) ? apps : apps.toReversed();
    const stopped = owner!.stop();
    await waitFor(async () => !(await owner!.isReady()), { what: 'the beginning of the stop' });
    answer.resolve();
    await stopped;
    await waitFor(() => webhooks.arrivedAt('/slow') === 3);
    expect(webhooks.postedTo('/slow')).toEqual(idsOf(stored));
    await webhooks.untilIdle();
    await successor!.stop();
  });
});

describe('an owner that stops while a receiver is slow to answer', () => {
  it('hands its other receivers to its successor at once: nothing is sent twice, and a limit of parallel POSTs holds', async () => {
    const answer = Promise.withResolvers<void>();
    webhooks.receiver.behave('/late', { kind: 'answer', after: answer.promise });
    const { receiverId: late } = await webhooks.addReceiver('/late', { timeoutMs: 60_000, maxInFlight: 1 });
    const beside = await receiverBeside(late, '/beside');
    const apps = await startTwo();
    const behind = attemptsFor(late, 3);
    await insertOverflow(bed.database, behind);
    await waitFor(() => webhooks.postedTo('/late').length === 1);
    const [owner, successor] = (await isPosting(apps[0])) ? apps : apps.toReversed();
    const stopped = owner!.stop();
    const attempts = attemptsFor(beside, 3);
    await bed.publish('delivery-attempts', attempts.map(toPublish));
    await waitFor(() => webhooks.arrivedAt('/beside') === 3, { what: 'the successor’s webhooks' });
    await waitFor(async () => (await successor!.metric('delivery_queue_waiting')) === 2, { what: 'the successor to keep the limit' });
    answer.resolve();
    await stopped;
    await waitFor(() => webhooks.arrivedAt('/late') === 3);
    await webhooks.untilIdle();
    expect([webhooks.postedTo('/late'), webhooks.postedTo('/beside')]).toEqual([idsOf(behind), idsOf(attempts)]);
    await successor!.stop();
  });
});

describe('an owner that stalls for longer than its session time-out', () => {
  it('sends nothing more of its old partitions and changes no row of its successor', async () => {
    const receiverId = await receiverAt('/stands', 30_000); // Ends within the time that a stop may take.
    webhooks.receiver.behave('/stands', { kind: 'hang' });
    const apps = await startTwo((name) => bed.startProcess(name, KILLED));
    const stored = attemptsFor(receiverId, 4);
    const [first, ...others] = idsOf(stored);
    await insertOverflow(bed.database, stored);
    await waitFor(() => webhooks.postedTo('/stands').length === 1);
    const [owner, successor] = (await isPosting(apps[0])) ? apps : apps.toReversed();
    await waitFor(async () => (await owner!.metric('delivery_queue_waiting')) === 3, { what: 'the other attempts in memory' });

    await suspend(owner!.pid);
    webhooks.receiver.behave('/stands', { kind: 'answer' });
    await waitFor(async () => (await webhooks.overflowSize()) === 0, { what: 'the successor’s work' });
    expect(webhooks.postedTo('/stands')).toEqual([first, first, ...others]);
    const partition = partitionOf(Buffer.from(receiverId), PARTITIONS);
    const epoch = (): Promise<number> => webhooks.count('SELECT epoch AS count FROM attempt_partition WHERE partition = $1', [partition]);
    const before = await epoch();
    void owner!.kill('SIGCONT');
    await waitFor(async () => (await epoch()) > before, { what: 'the next assignment' }); // The owner has joined again.

    const behind = attemptsFor(receiverId, 1);
    await insertOverflow(bed.database, behind);
    await waitFor(() => webhooks.postedTo('/stands').includes(behind[0]!.eventid));
    expect(webhooks.postedTo('/stands')).toEqual([first, first, ...others, ...idsOf(behind)]);
    await Promise.all([owner!.stop(), successor!.stop()]);
  });
});

describe('limits of a receiver’s owner', () => {
  it('hold while its partition moves', async () => {
    const DELAY_MS = 150;
    webhooks.receiver.behave('/limited', { kind: 'answer', delayMs: DELAY_MS });
    const limited = await webhooks.addReceiver('/limited', { maxPerSecond: 10, maxInFlight: 1 });
    const arrived = (): number => webhooks.arrivedAt('/limited');
    const first = await bed.startApp('webhook-sender');
    await webhooks.sendMany(limited, 20);
    await waitFor(() => arrived() >= 3);
    const second = await bed.startApp('webhook-sender');
    await webhooks.sendMany(limited, 10); // On a busy machine the other attempts have been made by now.
    const before = arrived();
    await waitFor(() => arrived() >= before + 3);
    await webhooks.sendMany(limited, 10);
    await first.stop();
    await waitFor(() => arrived() === 40);
    const posts = webhooks.receiver.requests('/limited').map(({ atMs }) => atMs);
    expect(posts).toHaveLength(40);
    const pauses = posts.slice(1).map((at, index) => at - posts[index]!);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(DELAY_MS - 2); // One at a time: the next POST begins when the receiver has answered.
    await second.stop();
  });
});

describe('an attempt in the partition of other receivers', () => {
  it('is published to its own partition and made once', async () => {
    const sender = await bed.startApp('webhook-sender');
    const receiverId = await receiverAt('/misplaced', 60_000);
    const attempts = attemptsFor(receiverId, 3);
    const wrong = (partitionOf(Buffer.from(receiverId), PARTITIONS) + 1) % PARTITIONS;
    await bed.publish(
      'delivery-attempts',
      attempts.map((attempt) => ({
        key: `${receiverId}:${attempt.consignmentId}`,
        partition: wrong,
        ...attemptMessage(attempt),
      })),
    );
    await waitFor(() => webhooks.arrivedAt('/misplaced') === 3);
    await webhooks.untilIdle();
    expect(webhooks.receiver.requests('/misplaced')).toHaveLength(3);
    const published = (await bed.readTopic('delivery-attempts')).filter(({ key }) => String(key) === receiverId);
    expect(published).toHaveLength(3);
    await sender.stop();
  });
});
