import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { KnownAttempts } from './known-attempts.js';

interface Known {
  readonly id: string;
}

const receiverId = randomUUID();
const attemptOf = (consignmentId: string): DeliveryAttempt => deliveryAttempt(trackingEvent({ account: 1, consignmentId }), receiverId);
const queuedOf = (attempt: DeliveryAttempt): Known => ({ id: attemptId(attempt) });

describe('the attempts of this process', () => {
  let known: KnownAttempts<Known>;

  beforeEach(() => {
    known = new KnownAttempts<Known>();
  });

  it('are known by id: the same attempt, read again, is the first one', () => {
    const attempt = attemptOf(randomUUID());
    const queued = queuedOf(attempt);
    known.add(queued);
    expect([known.get({ ...attempt }), known.get({ ...attempt, attempt: 2 })]).toEqual([queued, undefined]);
    expect([...known.all()]).toEqual([queued]);
  });

  it('are forgotten once, and stay known when the same attempt has entered again', () => {
    const attempt = attemptOf(randomUUID());
    const [before, again] = [queuedOf(attempt), queuedOf(attempt)];
    known.add(before);
    known.forget(before);
    expect([known.has(before), known.get(attempt)]).toEqual([false, undefined]);
    known.add(again);
    known.forget(before);
    expect([known.has(before), known.has(again)]).toEqual([false, true]);
    expect(known.get(attempt)).toBe(again);
  });

  describe('the rows that may enter their queue', () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const rows = [first, second, first, second, first].map((consignmentId) => ({ attempt: attemptOf(consignmentId) }));

    it('are all rows when none is in the queue', () => {
      expect(known.enterable(rows)).toEqual(rows);
    });

    it('exclude rows in the queue, and later rows of the same consignment', () => {
      known.add(queuedOf(rows[2]!.attempt));
      expect(known.enterable(rows)).toEqual([rows[0], rows[1], rows[3]]);
    });
  });
});
