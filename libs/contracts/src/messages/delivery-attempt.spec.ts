import { describe, expect, it } from '@jest/globals';
import { REFERENCE_KEYS } from '../vocabulary.js';
import {
  type DeliveryAttempt,
  deliveryAttemptKey,
  parseDeliveryAttempt,
  serialiseDeliveryAttempt,
  deliveryAttemptFault,
} from './delivery-attempt.js';

const attempt: DeliveryAttempt = {
  deliveryId: 'b8a5b1de-6f1c-5d0c-9d2e-1f0a3c5e7b91',
  deliveryCreatedAtMs: 1_774_777_445_120,
  receiverId: '0d9f2a64-8a53-4f0e-9a6d-6c1b3f1f2a10',
  account: 1,
  consignmentId: '7c1e5b0a-2f4d-5b7e-8f55-0a9d3c2b1e20',
  eventid: '3f2504e0-4f89-51d3-9a0c-0305e82c3301',
  event: 'onDelivered',
  round: 1,
  attempt: 16,
  references: Object.fromEntries(REFERENCE_KEYS.map((key) => [key, 'x'])),
  body: '{"a":"\u2028ü📦\\u0000"}',
};

describe('delivery-attempt/1', () => {
  const operational = { ...attempt, event: 'receiver.failing' } as const;

  it.each([attempt, { ...attempt, dueAtMs: 5 }, operational, { ...operational, isTest: true }])(
    'comes back from the topic as it went',
    (sent) => {
      expect(parseDeliveryAttempt(Buffer.from(serialiseDeliveryAttempt(sent)))).toEqual(sent);
    },
  );

  it.each(['{"dueAtMs":"soon"}', '{"toJSON":1}', '{"x":1e400}', '{"__proto__":{"attempt":2}}', '{"references":{"x":1e400}}'])(
    'takes nothing from a field that it does not know, so that it comes back as it was read: %s',
    (more) => {
      const wire = JSON.parse(serialiseDeliveryAttempt(attempt)) as { references: object };
      const extra = JSON.parse(more) as { references?: object };
      const references = { ...wire.references, ...extra.references };
      const written = JSON.stringify({ ...wire, references }).slice(0, -1);
      const read = parseDeliveryAttempt(Buffer.from(extra.references ? `${written}}` : `${written},${more.slice(1)}`));
      expect(read).toEqual(attempt);
      expect(parseDeliveryAttempt(Buffer.from(serialiseDeliveryAttempt(read!)))).toEqual(read);
    },
  );

  it('nested without end is none, and its dead letter says why', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const value = Buffer.from(`${serialiseDeliveryAttempt(attempt).slice(0, -1)},"more":${deep}}`);
    expect(parseDeliveryAttempt(value)).toBeUndefined();
    expect(deliveryAttemptFault(value)).toBe('no delivery-attempt/1: nested deeper than 32 levels');
  });

  it('keeps the events of one consignment for one receiver in order by its key', () => {
    expect(deliveryAttemptKey(attempt)).toBe(`${attempt.receiverId}:${attempt.consignmentId}`);
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

  it.each([
    { receiverId: 'r' },
    { eventid: 'a\r\nX-Injected: 1' },
    { account: '1' },
    { attempt: 17 },
    { round: 0 },
    { references: null },
    { references: { courier: 'x' } },
    { event: 'onNothing' },
    { deliveryCreatedAt: '2026-03-28' },
    { dueAt: 'tomorrow' },
  ])('is not trusted with %j', (changed) => {
    const message = { ...(JSON.parse(serialiseDeliveryAttempt(attempt)) as object), ...changed };
    expect(parseDeliveryAttempt(Buffer.from(JSON.stringify(message)))).toBeUndefined();
  });
});
