import { randomBytes } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeBatch, encodeBatch, encodeRecord } from '../../../../test/support/kafkajs-internals.js';
import { BATCH_HEADER_BYTES } from './batch-layout.js';
import { packBatch, sizeOfBatch, type Writable, writeBatch } from './batch-writer.js';
import { DecompressionBudget } from './decompression-budget.js';
import { readBatch } from './record-batch.js';

interface Decoded {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer | null | readonly (Buffer | null)[]>>;
}
const AT_MS = 1_732_330_000_123;
const COMPRESSIONS: readonly (readonly [name: string, attributes: number, compress: (records: Buffer) => Buffer])[] = [
  ['none', 0, (records) => records],
  ['gzip', 1, gzipSync],
  ['zstd', 4, zstdCompressSync],
];

const bytes = fc.uint8Array({ maxLength: 150 }).map((each) => Buffer.from(each));
const text = fc.oneof(bytes, fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant(''));
const long = fc.constantFrom(63, 64, 8_191, 8_192).map((length) => Buffer.alloc(length, 'x'));
/** Without names that every object inherits, which kafkajs turns into something else. */
const name = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((each) => !(each in {}));
const headersOf = <T>(single: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T | T[]>> =>
  fc.dictionary(name, fc.oneof(single, fc.array(single, { minLength: 1, maxLength: 3 })), { maxKeys: 4, noNullPrototype: true });
const messageWith = <T>(headerValue: fc.Arbitrary<T>) =>
  fc.record({
    key: fc.option(text),
    value: fc.option(fc.oneof(text, long)),
    headers: fc.option(headersOf(headerValue), { nil: undefined }),
  });

const toBytes = (each: Buffer | string | null | undefined): Buffer | null =>
  typeof each === 'string' ? Buffer.from(each) : (each ?? null);
type Bytes = Buffer | string | null | undefined;
/** Bytes become text here, because jest compares the bytes of buffers one by one, which takes a minute. */
const hexOf = (each: Bytes): string | null => toBytes(each)?.toString('hex') ?? null;

/** Returns a message as both decoders return it. Only a header with several values is an array. */
function decodedOf({ key, value, headers = {} }: Writable): object {
  const entries = Object.entries(headers).map(([each, values]) => {
    const all = (Array.isArray(values) ? values : [values]).map((one) => hexOf(one));
    return [each, all.length === 1 ? all[0] : all];
  });
  return { key: hexOf(key), value: hexOf(value), headers: Object.fromEntries(entries) as object };
}
function contentOf({ key, value, headers }: Pick<Decoded, 'key' | 'value' | 'headers'>): object {
  const entries = Object.entries(headers).map(([each, values]) => [
    each,
    Array.isArray(values) ? values.map(hexOf) : hexOf(values as Bytes),
  ]);
  return { key: hexOf(key), value: hexOf(value), headers: Object.fromEntries(entries) as object };
}

async function write(messages: readonly Writable[], compresses = false): Promise<Buffer> {
  const batch = await packBatch(messages, { compresses });
  const target = Buffer.alloc(sizeOfBatch(batch), 0xff);
  expect(writeBatch(batch, target, { at: 0, atMs: AT_MS })).toBe(target.length);
  return target;
}

const read = async (batch: Buffer) => (await readBatch(batch, new DecompressionBudget()))!;

describe('the record batch codec', () => {
  it('writes batches that kafkajs decodes to the same messages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(messageWith(text), { minLength: 1, maxLength: 20 }), async (messages) => {
        const records = await decodeBatch<Decoded>(await write(messages));
        expect(records.map(contentOf)).toEqual(messages.map(decodedOf));
        expect(records.map(({ offset, timestamp }) => [offset, timestamp])).toEqual(messages.map((_, index) => [`${index}`, `${AT_MS}`]));
      }),
    );
  });

  it.each(COMPRESSIONS)('reads the batches that kafkajs encodes, compression %s', async (_, attributes, compress) => {
    await fc.assert(
      fc.asyncProperty(fc.array(messageWith(text), { minLength: 1, maxLength: 20 }), async (messages) => {
        const records = messages.map((each, offsetDelta) => encodeRecord({ ...each, offsetDelta, timestampDelta: 0 }));
        const head = { firstTimestamp: AT_MS, maxTimestamp: AT_MS, lastOffsetDelta: messages.length - 1 };
        const { buffer } = await encodeBatch({ ...head, records });
        const header = Buffer.from(buffer.subarray(0, BATCH_HEADER_BYTES));
        header.writeInt16BE(attributes, 21);
        const batch = await read(Buffer.concat([header, compress(buffer.subarray(BATCH_HEADER_BYTES))]));
        expect(batch.map((each) => contentOf(each as unknown as Decoded))).toEqual(messages.map(decodedOf));
        expect(batch.map(({ offset, timestamp }) => [offset, timestamp])).toEqual(messages.map((__, index) => [`${index}`, `${AT_MS}`]));
      }),
    );
  });

  it.each([false, true])('reads what it writes, null headers included; compressed: %s', async (compresses) => {
    await fc.assert(
      fc.asyncProperty(fc.array(messageWith(fc.option(text)), { minLength: 1, maxLength: 20 }), async (messages) => {
        const batch = await read(await write(messages, compresses));
        expect(batch.map((each) => contentOf(each as unknown as Decoded))).toEqual(messages.map(decodedOf));
      }),
    );
  });

  it.each([
    ['a small batch as it is', 1, 0],
    ['a batch that repeats itself on the event loop', 100, 4],
    ['a large batch in a thread', 10_000, 4],
  ])('compresses %s', async (_, times, compression) => {
    const messages = Array.from({ length: 3 }, () => ({ key: null, value: 'The parcel has left. '.repeat(times) }));
    const batch = await packBatch(messages, { compresses: true });
    expect(batch.compression).toBe(compression);
    expect((await read(await write(messages, true))).map(({ value }) => String(value))).toEqual(messages.map(({ value }) => value));
  });

  it('does not compress a batch that would grow', async () => {
    const value = randomBytes(1_000);
    expect(await packBatch([{ key: null, value }], { compresses: true })).toMatchObject({ compression: 0 });
  });
});
