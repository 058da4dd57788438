import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { DICTIONARY } from './packed-dictionary.js';
import { packText, unpackJson, unpackText } from './packed-text.js';

const PAYLOAD = JSON.stringify({
  event: 'onDelivered',
  eventid: 'd661fbce-793c-5f8b-9cbd-e5fc426270a8',
  references: { courier: 'acme-express', tracking_number: 'JD 0146 0003', orderNo: 'A-1001', client: 'shop-de' },
  data: { raw_scan: 'Zugestellt 📦 \u0001 «à»', delivery_status: 'Delivered' },
});

/** A head with this length. */
const headOf = (form: number, length: number): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(form * 2 ** 24 + length);
  return head;
};

describe('a packed text', () => {
  it.each([
    ['a payload', PAYLOAD],
    ['nothing', ''],
    ['blanks and the order of keys', '{ "b": 1,\n\t"a": 1.0 }'],
    ['texts of all scripts', 'Paket 小包 пакет 📦 \u0000 \u2028 \\u00e9'],
    ['far more than the dictionary', JSON.stringify({ raw: 'Ihre Sendung wird zugestellt. '.repeat(40_000) })],
    [
      'bytes that cannot be packed',
      Array.from({ length: 5_000 }, (_, n) => createHash('sha256').update(String(n)).digest('base64')).join(''),
    ],
  ])('is restored byte for byte: %s', (_, text) => {
    expect(unpackText(packText(text)) === text).toBe(true);
  });

  it('has its length in its head', () => {
    expect(packText('ä').subarray(0, 4)).toEqual(headOf(1, 2));
  });

  it('takes less than half of a payload', () => {
    expect(packText(PAYLOAD).length).toBeLessThan(PAYLOAD.length / 2);
  });

  it('is refused when it is longer than a head can express', () => {
    expect(() => packText('x'.repeat(2 ** 24))).toThrow('a text of 16777216 bytes is too long to be stored');
  });
});

it('is also read when SQL wrote it', () => {
  const text = '{"a":"ä"}';
  expect(unpackJson(Buffer.concat([headOf(0, Buffer.byteLength(text)), Buffer.from(text)]))).toEqual({ a: 'ä' });
});

describe('a damaged one', () => {
  const whole = packText(PAYLOAD);
  it.each<readonly [string, Buffer, string]>([
    ['has no head', Buffer.from([1, 0]), 'a stored text is damaged: 2 bytes are no head'],
    ['ends early', whole.subarray(0, -5), 'a stored text is damaged'],
    ['has another form', Buffer.concat([headOf(9, 3), Buffer.from('abc')]), 'a stored text has form 9: a newer version has written it'],
    ['is shorter than its head says', Buffer.concat([headOf(0, 4), Buffer.from('abc')]), 'it has 3 bytes, its head says 4'],
    ['has foreign bytes', Buffer.concat([headOf(1, 10), Buffer.alloc(20, 0xff)]), 'a stored text is damaged: it does not unpack'],
  ])('is reported: it %s', (_, packed, error) => {
    expect(() => unpackText(packed)).toThrow(error);
  });

  it('never unpacks to more bytes than its head says', () => {
    const bomb = Buffer.concat([headOf(1, 100), deflateRawSync(Buffer.alloc(64 * 1024 * 1024), { windowBits: 12 })]);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => unpackText(bomb)).toThrow('a stored text is damaged: it does not unpack');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});

it('never changes its dictionary: stored texts unpack only with these bytes, and another dictionary needs another form', () => {
  expect(createHash('sha256').update(DICTIONARY).digest('hex')).toBe('b521f8b5826046cad0fd51ea24019a5838f750f4f2eecc35cfe6a5174637aa11');
});
