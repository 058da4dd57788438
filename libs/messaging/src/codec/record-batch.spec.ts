import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KIB, MIB } from '#libs/config';
import { record as recordRuns, varInt } from '../../../../test/support/batch-bomb.js';
import { growthOf } from '../../../../test/support/growth.js';
import { decodeBatch, encodeBatch, encodeRecord } from '../../../../test/support/kafkajs-internals.js';
import { whyUnread } from './unread-batch.js';
import { readBatch } from './record-batch.js';
import { type ReadRecord, readRecords } from './records.js';
import { DecompressionBudget } from './decompression-budget.js';

const COUNT_AT = 57;
const STAMPED_BY_BROKER = 0x08;
const ZSTD = 4;

/** Makes a batch of encoded records. Its header says `count`, whatever the records are. */
async function batchOf(
  records: readonly Buffer[],
  { attributes = 0, firstTimestamp = 0, firstOffset = 0n, count = records.length } = {},
): Promise<Buffer> {
  const empty = (await encodeBatch({ firstTimestamp, maxTimestamp: firstTimestamp + 5, lastOffsetDelta: count - 1, records: [] })).buffer;
  const batch = Buffer.concat([empty, ...records]);
  batch.writeBigInt64BE(firstOffset, 0);
  batch.writeInt32BE(batch.length - 12, 8);
  batch.writeInt16BE(attributes, 21);
  batch.writeInt32BE(count, COUNT_AT);
  return batch;
}

const written = (record: object): Buffer => Buffer.from(encodeRecord({ key: null, value: Buffer.from('{'), ...record }).buffer);
const read = async (batch: Buffer): Promise<Awaited<ReturnType<typeof readBatch>>> => readBatch(batch, new DecompressionBudget());
const headersOf = async (headers: object): Promise<object> => (await read(await batchOf([written({ headers })])))![0]!.headers!;

const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each));
const value = fc.oneof(
  bytes,
  fc.constantFrom(63, 64, 8191, 8192).map((length) => Buffer.alloc(length, 'x')),
);
const record = fc.record({
  key: fc.option(bytes),
  value: fc.option(value),
  headers: fc.dictionary(
    fc.stringMatching(/^[a-z]{1,9}-$/), // no names that every object inherits, which kafkajs turns into something else
    fc.oneof(bytes, fc.array(bytes, { minLength: 2, maxLength: 3 })),
    { maxKeys: 4, noNullPrototype: true },
  ),
  timestampDelta: fc.oneof(fc.nat({ max: 70_000 }), fc.maxSafeInteger(), fc.constantFrom(2 ** 40, 2 ** 41, 2 ** 42, -(2 ** 41))),
});

describe('the records of a batch', () => {
  it('are read as kafkajs reads them', async () => {
    const batch = fc.record({
      records: fc.array(record, { maxLength: 70 }),
      firstTimestamp: fc.constantFrom(0, 1_732_330_000_123, 2 ** 52),
      firstOffset: fc.constantFrom(0n, 41n, 2n ** 53n - 2n, 2n ** 60n),
      attributes: fc.constantFrom(0, STAMPED_BY_BROKER, 0x10, 0x20),
    });
    await fc.assert(
      fc.asyncProperty(batch, async ({ records, ...fields }) => {
        const lying = await batchOf(
          records.map((each, offsetDelta) => written({ ...each, offsetDelta })),
          fields,
        );
        const expected = await decodeBatch(lying);
        expect(await read(lying)).toEqual(expected);
      }),
    );
  });

  it('cost the budget their frames, empty frames included, and every record that was read before a failure', async () => {
    const [packed, empty] = [zstdCompressSync(written({})), zstdCompressSync(Buffer.alloc(0))];
    const budget = new DecompressionBudget();
    const { bytesLeft } = budget;
    expect(await readBatch(await batchOf([packed, ...Array<Buffer>(4).fill(empty)], { attributes: ZSTD, count: 1 }), budget)).toHaveLength(
      1,
    );
    expect(bytesLeft - budget.bytesLeft).toBeGreaterThanOrEqual(4 * 128 * KIB);
    const many = Array.from({ length: 60_000 }, (_, offsetDelta) => written({ value: null, offsetDelta }));
    expect(await readBatch(await batchOf([...many, Buffer.from([2, 0])]), budget)).toHaveLength(1);
    expect(await readBatch(await batchOf(many), budget)).toBeUndefined();
  });

  it('have exact timestamps beyond the precision of a double', async () => {
    const batch = await batchOf([written({ timestampDelta: -3 }), written({ timestampDelta: 2 ** 50, offsetDelta: 1 })]);
    batch.writeBigInt64BE(2n ** 53n + 1n, 27);
    expect((await read(batch))!.map(({ timestamp }) => timestamp)).toEqual(['9007199254740990', '10133099161583617']);
  });

  it('end where their length says, whatever they contain', async () => {
    const longer = Buffer.concat([Buffer.from([20]), Buffer.from([0, 0, 0, 1, 1, 0]), Buffer.from('more')]);
    const messages = await read(await batchOf([longer, written({ offsetDelta: 1, value: Buffer.from('b') })]));
    expect(messages!.map(({ offset, value: each }) => `${offset} ${String(each)}`)).toEqual(['0 null', '1 b']);
  });

  const RECORD = [0, 0, 0, 1, 1]; // attributes, two deltas, no key, no value
  it.each([
    ['there are fewer than the header says', written({}), 2],
    ['a length goes beyond the batch', Buffer.from([100, ...RECORD, 0]), 1],
    ['a length is negative', Buffer.from([3, ...RECORD, 0]), 1],
    ['a value goes beyond its record', Buffer.from([14, 0, 0, 0, 1, 60, 0, 0, ...Buffer.alloc(40)]), 1],
    ['a value has a negative length', Buffer.from([14, 0, 0, 0, 1, 3, 0, 0]), 1],
    ['there are more headers than bytes', Buffer.from([20, ...RECORD, 0xfe, 0xff, 0xff, 0xff, 0x0f]), 1],
    ['a number has eleven bytes', Buffer.from([32, 0, ...Buffer.alloc(10, 0x80), 1, 0, 1, 1, 0]), 1],
  ])('become one unread record when %s', async (_, broken, count) => {
    const messages = await read(await batchOf([broken], { count }));
    expect(messages).toHaveLength(1);
    expect(whyUnread(messages![0]!)).toMatch(/it ends within its message|a number of more than 64 bits/);
    expect(messages![0]!.value).toEqual(broken);
  });

  it('may skip offsets, as in a compacted topic', async () => {
    const batch = await batchOf(
      [1, 4].map((offsetDelta) => written({ offsetDelta })),
      { firstOffset: 41n },
    );
    batch.writeInt32BE(9, 23);
    expect((await read(batch))!.map(({ offset }) => offset)).toEqual(['42', '45']);
  });

  it.each([
    ['lie behind the batch', [0, 2], 2],
    ['lie far behind the batch', [2 ** 40, 2 ** 40 + 1], 1],
    ['lie before the batch', [-1, 0], 1],
    ['repeat', [0, 0], 2],
    ['run backwards', [1, 0], 2],
  ])('become one unread record when their offsets %s', async (_, deltas, place) => {
    const lying = await batchOf(
      deltas.map((delta) => Buffer.concat(recordRuns({ index: delta }).map(({ bytes: each }) => each))),
      { firstOffset: 41n },
    );
    const messages = await read(lying);
    expect(messages).toMatchObject([{ offset: '42' }]);
    expect(whyUnread(messages![0]!)).toContain(`its message ${place} of 2: its offset is out of order (${deltas[place - 1]})`);
  });

  it('have headers by name, also a name that every object inherits, and lists for names that come several times', async () => {
    const names = { two: ['b', 'c', 'd'], constructor: 'a', toString: 'b', ['__proto__']: 'c' };
    const headers = await headersOf(names);
    expect(Object.entries(headers).map(([name, each]) => [name, String(each)])).toEqual([
      ['two', 'b,c,d'],
      ['constructor', 'a'],
      ['toString', 'b'],
      ['__proto__', 'c'],
    ]);
  });

  it('may have a header without value', async () => {
    const messages = await read(await batchOf([Buffer.from([18, ...RECORD, 2, 2, 0x6e, 1])]));
    expect(Object.entries(messages![0]!.headers!)).toEqual([['n', null]]);
  });

  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `h${index}`);

  it('may have many headers of one name', async () => {
    expect(Object.values(await headersOf({ h: names(1_000) }))[0]).toHaveLength(1_000);
  });

  const whyNot = async (batch: Buffer, budget = new DecompressionBudget()): Promise<string | undefined> =>
    whyUnread((await readBatch(batch, budget))![0]!);

  it('have at most so many headers, however small', async () => {
    const empty = (count: number, index = 0): Buffer => {
      const body = Buffer.concat([Buffer.from([0, 0]), varInt(index), Buffer.from([1, 1]), varInt(count), Buffer.alloc(2 * count)]);
      return Buffer.concat([varInt(body.length), body]);
    };
    expect(await whyNot(await batchOf([empty(1_024)]))).toBeUndefined();
    expect(await whyNot(await batchOf([written({}), empty(1_025, 1)]))).toMatch(/its message 2 of 2: it has 1025 headers, more than 1024$/);
    expect(await whyNot(await batchOf(Array.from({ length: 201 }, (_, index) => empty(1_000, index))))).toMatch(
      /its messages have more than 200000 headers$/,
    );
  });

  it('have headers of at most so many bytes', async () => {
    const large = (bytes: number, offsetDelta = 0): Buffer => written({ offsetDelta, headers: { h: Buffer.alloc(bytes) } });
    expect(await whyNot(await batchOf([large(MIB)]))).toBeUndefined();
    expect(await whyNot(await batchOf([large(1.25 * MIB)]))).toMatch(/its message 1 of 1: its headers have \d+ bytes, more than 1310720$/);
    expect(await whyNot(await batchOf(Array.from({ length: 9 }, (_, index) => large(MIB - 10, index))))).toMatch(
      /the headers of its messages have more than 8388608 bytes$/,
    );
  });

  it('may have many headers of different names, which take linear time', async () => {
    const withHeaders = (count: number): Buffer => written({ headers: Object.fromEntries(names(count).map((name) => [name, ''])) });
    const records = new Map([10, 1_000].map((count) => [count, withHeaders(count)]));
    const [{ batchContext }] = (await read(await batchOf([written({})]))) as [ReadRecord];
    const readAll = (count: number): object =>
      readRecords({ bytes: records.get(count)!, count: 1 }, batchContext, new DecompressionBudget())[0]!.headers!;
    expect(Object.keys(readAll(1_000))).toEqual(names(1_000));
    expect(growthOf(readAll, 1_000)).toBeLessThan(10); // kafkajs' own decoder needs more than fifty times as long
  });
});
