import { describe, expect, it } from '@jest/globals';
import { REFERENCE_KEYS } from '../vocabulary.js';
import { type DeliveryAttempt, deliveryAttemptHeaders, deliveryAttemptKey, readDeliveryAttempt } from './delivery-attempt.js';

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

describe('delivery-attempt/1', () => {
  const operational = { ...attempt, event: 'receiver.failing' } as const;

  it.each([
    attempt,
    { ...attempt, dueAtMs: 5 },
    { ...attempt, references: { ...attempt.references, orderNo: '\uFFFD ü', client: '' } },
    operational,
    { ...operational, isTest: true },
    { ...operational, isTest: false },
  ])('comes back from the topic as it went', (sent) => {
    const { body: value, ...fields } = sent;
    const read = readDeliveryAttempt({ value, headers: deliveryAttemptHeaders(sent) });
    expect(read).toEqual({ ok: true, value: { ...fields, body: value } });
    expect(read.ok && read.value.body).toBe(value);
  });

  it('takes nothing from a header that it does not know', () => {
    expect(readDeliveryAttempt({ value: attempt.body, headers: { ...headers, dueAtMs: '5', 'reference-x': 'y' } })).toEqual({
      ok: true,
      value: attempt,
    });
  });

  it('does not look into its body', () => {
    const value = Buffer.from([0xff, 0x00]);
    expect(readDeliveryAttempt({ value, headers })).toMatchObject({ ok: true, value: { body: value } });
  });

  it('keeps the events of one consignment for one receiver in order by its key', () => {
    expect(deliveryAttemptKey(attempt)).toBe(`${attempt.receiverId}:${attempt.consignmentId}`);
  });

  it('is none without a value', () => {
    expect(readDeliveryAttempt({ value: null, headers })).toEqual({
      ok: false,
      reason: 'E_SCHEMA',
      detail: 'no delivery-attempt/1: it has no value',
    });
  });

  const names = Object.keys(headers);
  const without = (name: string) => {
    const { [name]: _, ...others } = headers;
    return readDeliveryAttempt({ value: attempt.body, headers: others });
  };

  it.each(names.filter((name) => !name.startsWith('reference-')))('needs its header %s', (name) => {
    expect(without(name)).toMatchObject({ ok: false, detail: `no delivery-attempt/1: the header ${name} is missing` });
  });

  it.each(names.filter((name) => name.startsWith('reference-')))('takes %s for empty where it is missing', (name) => {
    expect(without(name)).toMatchObject({ ok: true, value: { references: { [name.slice('reference-'.length)]: '' } } });
  });

  it.each([
    ['schema', 'delivery-attempt/2'],
    ['receiver-id', 'r'],
    ['eventid', 'a\r\nX-Injected: 1'],
    ['account', '-1'],
    ['attempt', '17'],
    ['attempt', '1.5'],
    ['round', '0'],
    ['event', 'onNothing'],
    ['event', '__proto__'],
    ['delivery-created-at', '2026-03-28'],
    ['due-at', 'tomorrow'],
    ['is-test', 'yes'],
  ])('is not trusted with %s: %j', (name, text) => {
    const read = readDeliveryAttempt({ value: attempt.body, headers: { ...headers, [name]: text } });
    expect(read).toEqual({ ok: false, reason: 'E_SCHEMA', detail: `no delivery-attempt/1: the header ${name} is not what it must be` });
  });

  it('takes no reference that is not UTF-8: a URL would show another one', () => {
    const raw = Buffer.from([0xff]);
    const message = {
      value: attempt.body,
      headers: { ...headers, 'reference-client': String(raw) },
      rawHeaders: { 'reference-client': raw },
    };
    expect(readDeliveryAttempt(message)).toMatchObject({ detail: 'no delivery-attempt/1: the header reference-client is not UTF-8' });
  });
});
