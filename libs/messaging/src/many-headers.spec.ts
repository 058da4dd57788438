import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { growthOf } from '../../../test/support/growth.js';
import { readManyHeaders } from './many-headers.js';

const require = createRequire(import.meta.url);
const DecoderOfKafkajs = require('kafkajs/src/protocol/decoder.js') as new (buffer: Buffer) => { readVarInt(): number };
const write = require('kafkajs/src/protocol/recordBatch/record/v0/index.js') as (record: object) => { readonly buffer: Buffer };
const readRecord = require('kafkajs/src/protocol/recordBatch/record/v0/decoder.js') as (
  decoder: object,
  batch: object,
) => { readonly headers: Record<string, unknown>; readonly value: Buffer };

function read(record: Buffer): ReturnType<typeof readRecord> {
  const decoder = new DecoderOfKafkajs(record);
  decoder.readVarInt(); // its length
  return readRecord(decoder, { firstOffset: '0', firstTimestamp: '0' });
}

const written = (headers: object): Buffer => Buffer.from(write({ key: null, value: Buffer.from('{'), headers }).buffer);

describe('the headers of a record', () => {
  beforeAll(readManyHeaders);

  it('come by name, those whose name comes again as a list', () => {
    const { headers, value } = read(written({ one: 'a', two: ['b', 'c', 'd'] }));
    expect(String(value)).toBe('{');
    expect(Object.entries(headers)).toEqual([
      ['one', Buffer.from('a')],
      ['two', [Buffer.from('b'), Buffer.from('c'), Buffer.from('d')]],
    ]);
    expect(Object.keys(read(written({})).headers)).toEqual([]);
  });

  it('may be named as what every object has', () => {
    const { headers } = read(written({ constructor: 'a', toString: 'b', ['__proto__']: 'c' }));
    expect(Object.entries(headers).map(([name, value]) => [name, String(value)])).toEqual([
      ['constructor', 'a'],
      ['toString', 'b'],
      ['__proto__', 'c'],
    ]);
  });

  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `h${index}`);

  it('may be many of one name', () => {
    expect(read(written({ h: names(8_000) })).headers['h']).toHaveLength(8_000);
  });

  it('may be many of different names: each is read once', () => {
    const records = new Map([20, 2_000].map((count) => [count, written(Object.fromEntries(names(count).map((name) => [name, ''])))]));
    expect(Object.keys(read(records.get(2_000)!).headers)).toEqual(names(2_000));
    expect(growthOf((count) => read(records.get(count)!), 2_000)).toBeLessThan(10); // of kafkajs itself it is above fifty
  });

  it('cannot be more than there are bytes', () => {
    const record = written({});
    const endless = Buffer.concat([record.subarray(0, -1), Buffer.from([0xfe, 0xff, 0xff, 0xff, 0x0f])]);
    expect(() => read(endless)).toThrow('2147483647 headers in fewer bytes');
  });
});
