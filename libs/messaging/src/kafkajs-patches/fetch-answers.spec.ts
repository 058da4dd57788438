import { createRequire } from 'node:module';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { KafkaMessage } from 'kafkajs';
import { KIB, MIB } from '#libs/config';
import { readWithinBounds } from './fetch-answers.js';
import { MOST_RECORDS } from '../codec/decompression-budget.js';
import { whyUnread } from '../codec/unread-batch.js';

type Decode = (raw: Buffer) => Promise<{ readonly responses: readonly { readonly partitions: readonly Read[] }[] }>;
interface Read {
  readonly messages: readonly KafkaMessage[];
}
interface Batch {
  readonly first: number;
  readonly values: readonly Buffer[];
  readonly kind?: number;
  readonly attributes?: number;
  /** Replaces the encoded values. */
  readonly packed?: Buffer;
  /** Replaces the whole batch. */
  readonly raw?: Buffer;
}
/** Batches by partition. */
type Partitions = Readonly<Record<number, readonly Batch[]>>;

const require = createRequire(import.meta.url);
const writeRecord = require('kafkajs/src/protocol/recordBatch/record/v0/index.js') as (record: object) => { readonly buffer: Buffer };
const VERSIONS = [4, 5, 6, 7, 8, 9, 10, 11];
const responseOf = (version: number): { decode: Decode } =>
  require(`kafkajs/src/protocol/requests/fetch/v${version}/response.js`) as { decode: Decode };
const decodeOfKafkajs = new Map(VERSIONS.map((version) => [version, responseOf(version).decode]));
readWithinBounds();
const { protocol } = require('kafkajs/src/protocol/requests/fetch/index.js') as {
  protocol: (of: { version: number }) => (toFetch: object) => { response: { decode: Decode } };
};

const GZIP = 1;
const TRANSACTIONAL = 0x10;
const int32 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => (([b]) => (b!.writeInt32BE(value), b!))([Buffer.alloc(4)])));
const int64 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => (([b]) => (b!.writeBigInt64BE(BigInt(value)), b!))([Buffer.alloc(8)])));
const blanks = (bytes: number): Buffer => Buffer.alloc(bytes, ' ');
const text = (value: string): Buffer => Buffer.from(value);

const written = (values: readonly Buffer[]): Buffer =>
  Buffer.concat(values.map((value, offsetDelta) => Buffer.from(writeRecord({ offsetDelta, key: null, value }).buffer)));

function batchBytes({ first, values, kind = 0, attributes = 0, packed, raw }: Batch): Buffer {
  if (raw) return raw;
  const body = packed ?? (kind === GZIP ? gzipSync(written(values)) : written(values));
  const header = Buffer.concat([
    int32(0, 0).subarray(0, 5), // epoch, magic
    int32(0), // checksum
    int32(kind | attributes).subarray(2),
    int32(values.length - 1),
    int64(1_700_000_000_000, 1_700_000_000_999, 42),
    int32(0).subarray(2), // epoch of the producer
    int32(0, values.length),
  ]);
  header[4] = 2;
  return Buffer.concat([int64(first), int32(header.length + body.length), header, body]);
}

function answer(version: number, partitions: Partitions): Buffer {
  const sets = Object.entries(partitions).map(([partition, batches]) => {
    const set = Buffer.concat(batches.map(batchBytes));
    return Buffer.concat([
      int32(Number(partition)),
      int32(0).subarray(2),
      int64(100, 100),
      version >= 5 ? int64(0) : Buffer.alloc(0),
      int32(1),
      int64(41, 7),
      version >= 11 ? int32(-1) : Buffer.alloc(0),
      int32(set.length),
      set,
    ]);
  });
  const session = version >= 7 ? Buffer.concat([int32(0).subarray(2), int32(0)]) : Buffer.alloc(0);
  return Buffer.concat([int32(3), session, int32(1), int32(5).subarray(2), text('scans'), int32(sets.length), ...sets]);
}

/** Reads the messages of each partition: the offset, with the value or the reason why the batch is unread. */
async function read(partitions: Partitions, response = responseOf(11)): Promise<string[][]> {
  const { responses } = await response.decode(answer(11, partitions));
  return responses[0]!.partitions.map(({ messages }) =>
    messages.map((message) => `${message.offset} ${whyUnread(message) ?? (message.value!.length > 9 ? '…' : String(message.value))}`),
  );
}

const small = (first: number, kind = GZIP): Batch => ({ first, kind, values: [text('a'), text('b')] });
/** Blanks with enough random bytes for the limit of its packed size. */
const HEAVY = Buffer.concat([blanks(20 * MIB), randomBytes(200 * KIB)]);
const [LARGE, TOO_LARGE] = [1, 2].map((count) => gzipSync(written(Array.from({ length: count }, () => HEAVY))));
const LIGHT = gzipSync(written([blanks(20 * MIB)]));
/** A batch that can be read in an answer of its own. */
const large = (first: number): Batch => ({ first, kind: GZIP, values: [text('')], packed: LARGE! });
const tooLight = (first: number): Batch => ({ first, kind: GZIP, values: [text('')], packed: LIGHT });
const tooLarge = (first: number): Batch => ({ first, kind: GZIP, values: [text(''), text('')], packed: TOO_LARGE! });

describe('an answer to a fetch', () => {
  it.each(VERSIONS)('is read as kafkajs reads it, version %s', async (version) => {
    const raw = answer(version, { 0: [small(0), small(2, 0)], 3: [], 5: [{ first: 7, values: [text('c')], attributes: TRANSACTIONAL }] });
    expect(await responseOf(version).decode(raw)).toEqual(await decodeOfKafkajs.get(version)!(raw));
    const cut = raw.subarray(0, -3);
    expect(await responseOf(version).decode(cut)).toMatchObject({ responses: [{ partitions: [{}, {}, { messages: [] }] }] });
  });

  it('has one record for a batch that unpacks to more than its packed size allows, and continues behind it', async () => {
    const why = /^1 a batch of \d+ bytes \(gzip\), offsets 1 to 1: it unpacks to more than \d{7} bytes$/;
    expect(await read({ 0: [small(0), tooLight(1), small(2), tooLight(4)] })).toEqual([
      ['0 a', '1 b', expect.stringMatching(why), '2 a', '3 b', expect.stringContaining('4 a batch of')],
    ]);
  });

  it('stops at the limit of an answer when many such batches come: the rest come with the next answers', async () => {
    const batches = Array.from({ length: 20 }, (_, index) => tooLight(index));
    const [messages] = await read({ 0: batches });
    expect(messages!.length).toBeGreaterThan(0);
    expect(messages!.length).toBeLessThan(10);
    expect((await read({ 0: batches.slice(messages!.length) }))[0]).toHaveLength(messages!.length);
  });

  const RECORD = Buffer.from(writeRecord({ key: null, value: text('a') }).buffer);

  it.each([
    ['is not compressed as it says', { packed: text('no gzip at all') }, '(gzip), offsets 2 to 3: incorrect header check'],
    ['ends too early when it is unpacked', { packed: gzipSync(RECORD) }, '(gzip), offsets 2 to 3: it ends within its message 2 of 2'],
    ['has an unknown compression', { kind: 7 }, '(kind 7), offsets 2 to 3: such compression is unknown'],
    ['ends too early', { kind: 0, packed: RECORD.subarray(0, -1) }, '(not compressed), offsets 2 to 3: it ends within its message 1 of 2'],
  ])('has one record for a batch that %s, and keeps the messages around it', async (_, fields, why) => {
    const batches = [small(0), { ...small(2), ...fields }, small(4)];
    expect(await read({ 0: batches })).toEqual([['0 a', '1 b', expect.stringContaining(why), '4 a', '5 b']]);
  });

  it('keeps the bytes of an unread batch, and its place in a transaction', async () => {
    const broken = text('no gzip at all');
    const { responses } = await responseOf(11).decode(answer(11, { 0: [{ ...small(2), packed: broken, attributes: TRANSACTIONAL }] }));
    expect(responses[0]!.partitions[0]!.messages).toMatchObject([
      {
        offset: '3',
        key: null,
        value: broken,
        timestamp: '1700000000999',
        isControlRecord: false,
        batchContext: { producerId: '42', inTransaction: true },
      },
    ]);
  });

  it('has one budget for all partitions: a batch without room comes first in the next answer', async () => {
    const later = { 0: [large(0)], 1: [large(0), small(1)], 2: [small(0)], 3: [tooLarge(0)] };
    expect(await read(later)).toEqual([['0 …'], [], ['0 a', '1 b'], []]);
    expect(await read({ ...later, 0: [large(1)] })).toEqual([[], ['0 …', '1 a', '2 b'], ['0 a', '1 b'], []]);
    expect((await read({ ...later, 0: [large(1)], 1: [large(3)] }))[3]).toEqual([expect.stringContaining('unpacks to more than')]);
    expect(await read({ 0: [large(1)], 1: [small(3)] })).toEqual([['1 …'], ['3 a', '4 b']]);
  });

  it.each([-12, 0, 48])('fails when the length of a batch is less than its header: %d', async (length) => {
    const batches = batchBytes(small(0));
    batches.writeInt32BE(length, 8);
    const raw = answer(11, { 0: [{ first: 0, values: [], raw: batches }] });
    await expect(responseOf(11).decode(raw)).rejects.toThrow(
      `a batch of ${length + 12} bytes, less than its header: the partition is damaged`,
    );
  });

  it('holds the bytes that the fetch asked for, of each partition and of all together: the rest come first in the next answer', async () => {
    const topics = [{ topic: 'scans', partitions: [{ partition: 0, fetchOffset: 0, maxBytes: 1_500 }] }];
    const { response } = protocol({ version: 11 })({ maxWaitTime: 500, minBytes: 1, maxBytes: 3_500, topics });
    const kilobyte = (first: number): Batch => ({ first, kind: GZIP, values: [blanks(KIB)] });
    const partitions = { 20: [0, 1, 2].map(kilobyte), 21: [0, 1].map(kilobyte), 22: [0, 1].map(kilobyte) }; // partitions that wait for nothing from earlier tests
    expect(await read(partitions, response)).toEqual([['0 …', '1 …'], ['0 …', '1 …'], []]);
    expect((await read({ 20: [2].map(kilobyte), 21: [], 22: partitions[22] }, response))[2]).toEqual(['0 …', '1 …']);
  });

  it('has at most so many messages, however small', async () => {
    const many = (count: number): Batch => ({ first: 0, kind: GZIP, values: Array.from({ length: count }, () => text('')) });
    expect((await read({ 0: [many(MOST_RECORDS)] }))[0]).toHaveLength(MOST_RECORDS);
    expect(await read({ 0: [many(MOST_RECORDS + 1)] })).toEqual([
      [expect.stringContaining(`it has ${MOST_RECORDS + 1} messages, more than`)],
    ]);
  });
});
