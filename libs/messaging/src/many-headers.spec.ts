import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
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

  it('may be many, of different names or of one', () => {
    const names = Array.from({ length: 8_000 }, (_, index) => `h${index}`);
    const records = [Object.fromEntries(names.map((name) => [name, ''])), { h: names }].map(written);
    const startedMs = performance.now();
    const [different, same] = records.map(read);
    expect(performance.now() - startedMs).toBeLessThan(3_000); // kafkajs itself: some twenty
    expect(Object.keys(different!.headers)).toHaveLength(8_000);
    expect(same!.headers['h']).toHaveLength(8_000);
  });
});
