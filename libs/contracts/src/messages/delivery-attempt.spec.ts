import { describe, expect, it } from '@jest/globals';
import { REFERENCE_KEYS } from '../vocabulary.js';
import {
  DELIVERY_ATTEMPT_HEADER,
  type DeliveryAttempt,
  deliveryAttemptHeaders,
  deliveryAttemptKey,
  readDeliveryAttempt,
} from './delivery-attempt.js';
import type { OwnMessage } from './own-message.js';

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
  body: Buffer.from('{"a":"\u2028ü📦\\u0000"}'),
};
const headers = deliveryAttemptHeaders(attempt);
const wire = JSON.parse(headers[DELIVERY_ATTEMPT_HEADER]!) as Record<string, unknown>;

/** A message with this header, as text or as bytes. */
const withHeader = (raw: string | Buffer | string[], value: Buffer | null = attempt.body): OwnMessage => ({
  value,
  headers: { [DELIVERY_ATTEMPT_HEADER]: String(raw) },
  rawHeaders: { [DELIVERY_ATTEMPT_HEADER]: raw },
});
const detailOf = (message: OwnMessage): string | undefined => {
  const read = readDeliveryAttempt(message);
  return read.ok ? undefined : read.detail;
};

describe('delivery-attempt/1', () => {
  const operational = { ...attempt, event: 'receiver.failing' } as const;

  it.each([
    attempt,
    { ...attempt, dueAtMs: 5 },
    { ...attempt, references: { ...attempt.references, orderNo: '\uFFFD ü', client: '' } },
    operational,
    { ...operational, isTest: true },
    { ...operational, isTest: false },
  ])('is read from the topic as it was written', (sent) => {
    const { body: value, ...fields } = sent;
    const read = readDeliveryAttempt({ value, headers: deliveryAttemptHeaders(sent) });
    expect(read).toEqual({ ok: true, value: { ...fields, body: value } });
    expect(read.ok && read.value.body).toBe(value);
  });

  it.each(['{"dueAtMs":"soon"}', '{"toJSON":1}', '{"x":1e400}', '{"__proto__":{"attempt":2}}'])('ignores an unknown field: %s', (more) => {
    const text = `${headers[DELIVERY_ATTEMPT_HEADER]!.slice(0, -1)},${more.slice(1)}`;
    expect(readDeliveryAttempt(withHeader(text))).toEqual({ ok: true, value: attempt });
  });

  it('takes only the seven references', () => {
    const text = JSON.stringify({ ...wire, references: { ...attempt.references, x: 7 } });
    expect(readDeliveryAttempt(withHeader(text))).toEqual({ ok: true, value: attempt });
  });

  it('does not read its body', () => {
    const value = Buffer.from([0xff, 0x00]);
    expect(readDeliveryAttempt({ value, headers })).toMatchObject({ ok: true, value: { body: value } });
  });

  it('keeps the events of one consignment for one receiver in order by its key', () => {
    expect(deliveryAttemptKey(attempt)).toBe(`${attempt.receiverId}:${attempt.consignmentId}`);
  });

  it.each<[OwnMessage, string]>([
    [withHeader(headers[DELIVERY_ATTEMPT_HEADER]!, null), 'it has no value'],
    [{ value: attempt.body, headers: {} }, 'the header delivery-attempt is missing'],
    [withHeader([headers[DELIVERY_ATTEMPT_HEADER]!, '{}']), 'the header delivery-attempt comes more than once'],
    [withHeader(Buffer.from([0x7b, 0xff, 0x7d])), 'the header delivery-attempt is not UTF-8'],
    [withHeader(''), 'the header delivery-attempt is no JSON object'],
    [withHeader('[]'), 'the header delivery-attempt is no JSON object'],
    [withHeader('['.repeat(100_000)), 'the header delivery-attempt is no JSON object'],
    [withHeader('{}'), 'in the header delivery-attempt, schema is missing, or is not what it must be'],
  ])('is refused, and its dead letter says why', (message, why) => {
    expect(detailOf(message)).toBe(`no delivery-attempt/1: ${why}`);
  });

  it.each(Object.keys(wire))('needs its field %s', (name) => {
    const { [name]: _, ...others } = wire;
    expect(detailOf(withHeader(JSON.stringify(others)))).toContain(`${name} is missing`);
  });

  it.each([
    { schema: 'delivery-attempt/2' },
    { receiverId: 'r' },
    { eventid: 'a\r\nX-Injected: 1' },
    { account: '1' },
    { attempt: 17 },
    { attempt: 1.5 },
    { round: 0 },
    { references: null },
    { references: { courier: 'x' } },
    { references: { ...attempt.references, client: '\ud800' } },
    { event: 'onNothing' },
    { event: '__proto__' },
    { deliveryCreatedAt: '2026-03-28' },
    { dueAt: 'tomorrow' },
    { isTest: 'yes' },
  ])('is refused with %j', (changed) => {
    const [name] = Object.keys(changed);
    expect(detailOf(withHeader(JSON.stringify({ ...wire, ...changed })))).toContain(`${name} is missing, or is not what it must be`);
  });
});
