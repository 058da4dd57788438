import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryAttempt } from '#libs/contracts';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { OwnedPartition } from '../partitions/owned-partition.js';
import { type NewAttempt, type Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import { ReceiverQueue } from '../queue/receiver-queue.js';
import { InFlightAttempts } from './in-flight-attempts.service.js';

const newQueue = (): Queue =>
  new ReceiverQueue({ receiverId: randomUUID(), account: 1 }, new OwnedPartition(0, 1, -Infinity), {
    maxInFlightPerReceiver: 32,
    probeIntervalMs: 30_000,
  });

/** Returns an attempt, by default with its own consignment and its own delivery. */
function queuedOf(queue: Queue, changes: Partial<DeliveryAttempt> & Pick<NewAttempt, 'overflowId'> = {}): QueuedAttempt {
  const { overflowId, ...ofAttempt } = changes;
  const attempt = deliveryAttempt(trackingEvent({ account: 1 }), queue.receiverId, ofAttempt);
  return new QueuedAttempt(queue, { attempt, traceparent: undefined, receiver: undefined, receiverReadAtMs: 0, overflowId });
}

describe('the attempts in flight', () => {
  let inFlight: InFlightAttempts;
  let queue: Queue;

  beforeEach(() => {
    inFlight = new InFlightAttempts({ steadyMs: () => 0 });
    queue = newQueue();
  });

  const assign = (): QueuedAttempt[] => inFlight.onPartitionsAssigned(() => true);

  it('are listed in the order in which they began, until they end', () => {
    const [first, second, third] = [queuedOf(queue), queuedOf(queue), queuedOf(queue)];
    const [, begun] = [second, first, third].map((queued) => inFlight.begin(queued));
    expect(inFlight.all().map(({ queued }) => queued)).toEqual([second, first, third]);
    expect([inFlight.size, first.isInFlight, inFlight.get(first)]).toEqual([3, true, begun]);
    inFlight.end(begun!);
    expect(inFlight.all().map(({ queued }) => queued)).toEqual([second, third]);
    expect([inFlight.size, first.isInFlight, inFlight.get(first)]).toEqual([2, false, undefined]);
  });

  it('keep their queue until they are recorded', () => {
    const other = newQueue();
    const begun = [queuedOf(queue), queuedOf(queue), queuedOf(other)].map((queued) => inFlight.begin(queued));
    expect([queue.unrecorded, other.unrecorded, queue.isForgettable(0)]).toEqual([2, 1, false]);
    expect([...new Set(inFlight.queues())]).toEqual([queue, other]);
    begun.forEach((each) => inFlight.end(each));
    expect([queue.unrecorded, other.unrecorded, queue.isForgettable(0)]).toEqual([0, 0, true]);
    expect([...inFlight.queues()]).toEqual([]);
  });

  it('know the row that they came from', () => {
    const rows = [undefined, 7].map((overflowId) => inFlight.begin(queuedOf(queue, { overflowId })).overflowId);
    expect(rows).toEqual([undefined, 7]);
  });

  it('know whether an attempt of the same consignment and receiver is in flight', () => {
    const consignmentId = randomUUID();
    const [first, second, waiting] = Array.from({ length: 3 }, () => queuedOf(queue, { consignmentId }));
    const begun = [first!, second!].map((queued) => inFlight.begin(queued));
    inFlight.begin(queuedOf(queue));
    const ofOtherReceiver = queuedOf(newQueue(), { consignmentId });
    inFlight.begin(queuedOf(ofOtherReceiver.queue));
    expect([waiting!, queuedOf(queue), ofOtherReceiver].map((queued) => inFlight.hasConsignmentOf(queued))).toEqual([true, false, false]);
    inFlight.end(begun[0]!);
    expect(inFlight.hasConsignmentOf(waiting!)).toBe(true);
    inFlight.end(begun[1]!);
    expect(inFlight.hasConsignmentOf(waiting!)).toBe(false);
  });

  it('form a chain per delivery: each waits for the previous unrecorded attempt', () => {
    const deliveryId = randomUUID();
    const [first, second, third, fourth] = [1, 2, 2, 3].map((attempt) => queuedOf(queue, { deliveryId, attempt }));
    const begunFirst = inFlight.begin(first!);
    const begunSecond = inFlight.begin(second!);
    expect([begunFirst.before, begunSecond.before]).toEqual([undefined, first]);
    inFlight.end(begunFirst);
    const begunThird = inFlight.begin(third!);
    expect(begunThird.before).toBe(second);
    [begunSecond, begunThird].forEach((begun) => inFlight.end(begun));
    expect(inFlight.begin(fourth!).before).toBeUndefined();
  });

  it('wait for no attempt of another delivery', () => {
    inFlight.begin(queuedOf(queue));
    expect(inFlight.begin(queuedOf(queue)).before).toBeUndefined();
  });

  it('distinguish an attempt that came again from its first run', () => {
    const before = queuedOf(queue);
    const again = queuedOf(queue, before.attempt);
    expect(again.id).toBe(before.id);
    const begun = [before, again].map((queued) => inFlight.begin(queued));
    inFlight.end(begun[0]!);
    expect([before.isInFlight, again.isInFlight, inFlight.size]).toEqual([false, true, 1]);
  });

  it('that were not sent come again after an assignment, and may not be sent here', async () => {
    const [unsent, sent, returned] = [queuedOf(queue), queuedOf(queue), queuedOf(queue)];
    const permissions = [unsent, sent, returned].map((queued) => inFlight.begin(queued).permission);
    await Promise.all([permissions[1]!.take(), permissions[2]!.take()]);
    permissions[2]!.giveBack();
    expect(assign()).toEqual([unsent, returned]);
    expect(permissions.map((permission) => permission.take())).toEqual([false, false, false]);
  });

  it('that begin after an assignment may be sent', () => {
    assign();
    expect(inFlight.begin(queuedOf(queue)).permission.take()).toBe(true);
  });

  it('do not wait for the group in a stop', async () => {
    inFlight.onPartitionsAssigned(() => false);
    const taken = inFlight.begin(queuedOf(queue)).permission.take();
    inFlight.stop();
    expect(await taken).toBe(false);
  });

  it('announce each end', async () => {
    const begun = inFlight.begin(queuedOf(queue));
    const ended = inFlight.nextEnd(60_000);
    inFlight.end(begun);
    await expect(ended).resolves.toBeUndefined();
  });
});
