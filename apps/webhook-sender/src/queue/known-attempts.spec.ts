import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { deliveryAttempt } from '../../../../test/builders/delivery-attempt.js';
import { trackingEvent } from '../../../../test/builders/tracking-event.js';
import { KnownAttempts } from './known-attempts.js';

const [first, second] = [randomUUID(), randomUUID()];
const receiverId = randomUUID();
const rowOf = (consignmentId: string): { attempt: DeliveryAttempt } => ({
  attempt: deliveryAttempt(trackingEvent({ account: 1, consignmentId }), receiverId),
});

describe('the rows that may enter their queue', () => {
  const rows = [rowOf(first), rowOf(second), rowOf(first), rowOf(second), rowOf(first)];

  it('are all but what is there already and what comes behind it of the same consignment', () => {
    const known = new KnownAttempts<string>();
    known.add({ id: attemptId(rows[2]!.attempt), verdict: Promise.resolve('done') });
    expect(known.makeable(rows)).toEqual([rows[0], rows[1], rows[3]]);
  });

  it('leave out what cannot be recorded, and nothing behind it', () => {
    const known = new KnownAttempts<string>();
    known.markUnrecordable({ id: attemptId(rows[0]!.attempt) });
    expect(known.makeable(rows)).toEqual(rows.slice(1));
  });
});
