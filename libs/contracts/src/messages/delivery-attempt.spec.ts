import { describe, expect, it } from '@jest/globals';
import { type DeliveryAttempt, deliveryAttemptKey, parseDeliveryAttempt, serialiseDeliveryAttempt } from './delivery-attempt.js';

const attempt: DeliveryAttempt = {
  deliveryId: 'd',
  deliveryCreatedAtMs: 1_774_777_445_120,
  receiverId: 'r',
  account: 1,
  consignmentId: 'c',
  eventid: 'e',
  event: 'onDelivered',
  round: 1,
  attempt: 16,
  references: { courier: 'x' },
  body: '{"a":"\u2028ü📦\\u0000"}',
};

describe('delivery-attempt/1', () => {
  it.each([attempt, { ...attempt, dueAtMs: 5 }])('comes back from the topic as it went', (sent) => {
    expect(parseDeliveryAttempt(Buffer.from(serialiseDeliveryAttempt(sent)))).toEqual(sent);
  });

  it('keeps the events of one consignment for one receiver in order by its key', () => {
    expect(deliveryAttemptKey(attempt)).toBe('r:c');
  });

  it.each([
    null,
    Buffer.from(''),
    Buffer.from('[]'),
    Buffer.from('{"schema":"delivery-attempt/2"}'),
    Buffer.from('{"schema":"delivery-attempt/1"}'),
  ])('is nothing else', (value) => {
    expect(parseDeliveryAttempt(value)).toBeUndefined();
  });
});
