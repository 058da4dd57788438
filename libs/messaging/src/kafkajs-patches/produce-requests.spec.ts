import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { writeInOnePiece } from './produce-requests.js';

interface Exchange {
  readonly request: {
    readonly apiKey: number;
    readonly apiName: string;
    readonly apiVersion: number;
    readonly expectResponse: () => boolean;
    readonly encode: () => Promise<{ readonly buffer: Buffer }>;
  };
  readonly response: unknown;
}
type Protocol = (of: { version: number }) => (toProduce: object) => Exchange;

const require = createRequire(import.meta.url);
const produce = require('kafkajs/src/protocol/requests/produce/index.js') as { protocol: Protocol };
const protocolOfKafkajs = produce.protocol;
const frame = require('kafkajs/src/protocol/request.js') as (request: object) => Promise<{ readonly buffer: Buffer }>;
writeInOnePiece();

/** The versions without zstd. Other tests read compressed batches back. */
const VERSIONS = [3, 4, 5, 6];
/** Returns a request as it goes to the socket. */
async function bytesOf(protocol: Protocol, version: number, toProduce: object): Promise<string> {
  const { request } = protocol({ version })(toProduce);
  return (await frame({ correlationId: 7, clientId: 'shop', request })).buffer.toString('hex');
}

const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each));
const text = fc.oneof(bytes, fc.string({ unit: 'grapheme', maxLength: 40 }));
const long = fc.constantFrom(63, 64, 8191, 8192).map((length) => Buffer.alloc(length, 'ü'));
const header = fc.oneof(text, fc.array(text, { maxLength: 3 }));
const message = fc.record({
  key: fc.option(text),
  value: fc.option(fc.oneof(text, long)),
  headers: fc.option(fc.dictionary(fc.string({ unit: 'grapheme' }), header, { maxKeys: 4 }), { nil: undefined }),
});
const partition = fc.record({ partition: fc.nat(), messages: fc.array(message, { minLength: 1, maxLength: 70 }) });
const topicData = fc.array(fc.record({ topic: fc.string({ minLength: 1 }), partitions: fc.array(partition, { maxLength: 3 }) }), {
  maxLength: 2,
});

describe('a request to produce', () => {
  beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(1_732_330_000_123));
  afterEach(() => void jest.restoreAllMocks());

  it('is byte for byte what kafkajs writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...VERSIONS), topicData, async (version, data) => {
        const toProduce = { acks: -1, timeout: 30_000, topicData: data };
        expect(await bytesOf(produce.protocol, version, toProduce)).toBe(await bytesOf(protocolOfKafkajs, version, toProduce));
      }),
    );
  });

  it('is the same when offset deltas take two and three bytes', async () => {
    const messages = Array.from({ length: 8_200 }, (_, index) => ({ key: null, value: String(index) }));
    const toProduce = { acks: -1, timeout: 30_000, topicData: [{ topic: 'scans', partitions: [{ partition: 0, messages }] }] };
    expect(await bytesOf(produce.protocol, 6, toProduce)).toBe(await bytesOf(protocolOfKafkajs, 6, toProduce));
  });

  const one = (fields: object): object => ({
    acks: -1,
    timeout: 30_000,
    topicData: [{ topic: 'scans', partitions: [{ partition: 0, firstSequence: 3, messages: [{ key: null, value: 'a', ...fields }] }] }],
  });

  it('can have a header without a value, which kafkajs cannot write', async () => {
    const toProduce = one({ headers: { n: null } });
    await expect(bytesOf(protocolOfKafkajs, 7, toProduce)).rejects.toThrow('must be of type string');
    expect(await bytesOf(produce.protocol, 7, toProduce)).toMatch(/02026e01$/); // one header, a name of one byte, n, no value
  });

  it.each([
    ['has a timestamp of its own', one({ timestamp: '1700000000000' })],
    ['is compressed', { ...one({}), compression: 1 }],
    ['belongs to a transaction', { ...one({}), transactionalId: 't', producerId: '41', producerEpoch: 2 }],
    ['comes from an idempotent producer', { ...one({}), producerId: '41', producerEpoch: 2 }],
  ])('is left to kafkajs when it %s', async (_, toProduce) => {
    expect(await bytesOf(produce.protocol, 7, toProduce)).toBe(await bytesOf(protocolOfKafkajs, 7, toProduce));
  });

  it('keeps its version and its response', () => {
    const [ours, theirs] = [produce.protocol, protocolOfKafkajs].map((protocol) => protocol({ version: 7 })(one({})));
    expect(ours!.response).toBe(theirs!.response);
    const { apiKey, apiName, apiVersion } = theirs!.request;
    expect(ours!.request).toMatchObject({ apiKey, apiName, apiVersion: 7 });
    expect(apiVersion).toBe(7);
    expect(ours!.request.expectResponse()).toBe(true);
  });
});
