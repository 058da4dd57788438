// kafkajs issue: tulios/kafkajs#1795 (open): gzip is decompressed without a limit. For a batch that cannot be read: no issue known.
// Can go when: the Kafka client bounds a fetch response after decompression, reads gzip, snappy, lz4 and zstd, and skips or reports a bad batch.

import { createRequire } from 'node:module';
import type { ReadRecord } from '../codec/records.js';
import { BATCH_HEADER_BYTES, BEFORE_LENGTH_BYTES, MAGIC, MAGIC_AT } from '../codec/batch-layout.js';
import { expectKafkajs } from './expect-kafkajs.js';
import { readBatch } from '../codec/record-batch.js';
import { DecompressionBudget, type Wanted } from '../codec/decompression-budget.js';

/** The methods of kafkajs' decoder that are used here. */
interface Decoder {
  readInt16(): number;
  readInt32(): number;
  readInt64(): bigint;
  readString(): string;
  readBytes(): Buffer | null;
  readArray<T>(reader: () => T): T[];
}
type DecoderClass = new (buffer: Buffer) => Decoder;
interface FetchResponse {
  decode(raw: Buffer): Promise<object>;
}
/** The limits of a fetch request. */
interface ToFetch {
  readonly maxBytes: number;
  readonly topics: readonly { readonly partitions: readonly { readonly maxBytes: number }[] }[];
}
type FetchProtocol = (of: { readonly version: number }) => (toFetch: ToFetch) => { readonly response: FetchResponse };

/** The stored batches that an answer has of one partition. */
interface Unread {
  readonly id: string;
  readonly batches: Buffer;
}

const require = createRequire(import.meta.url);
const DecoderOfKafkajs = require('kafkajs/src/protocol/decoder.js') as DecoderClass;
/** The versions of the answer that have record batches, which all brokers since Kafka 0.11 send. Before 7 there is no session, before 5 no first offset. */
const VERSIONS = [4, 5, 6, 7, 8, 9, 10, 11];

let isDone = false;

/** Partitions for whose next batch an answer had no room, the longest waiting first. They come first in the next answer, because the others would fill it again. */
const waiting = new Set<string>();

/**
 * kafkajs decompresses without a limit: 160 KB of zstd become 5 GB. A batch that it cannot read stops the consumer again and again. After this call,
 * an answer takes bounded memory, and one marked record stands for a batch that cannot be read (`whyUnread`). It holds for all clients of this process.
 */
export function readWithinBounds(): void {
  expectKafkajs('reads answers to fetches');
  if (isDone) return;
  isDone = true;
  for (const version of VERSIONS) {
    const response = require(`kafkajs/src/protocol/requests/fetch/v${version}/response.js`) as FetchResponse;
    response.decode = (raw) => decode(raw, version);
  }
  answerAsMuchAsWasAsked();
}

function answerAsMuchAsWasAsked(): void {
  const fetch = require('kafkajs/src/protocol/requests/fetch/index.js') as { protocol: FetchProtocol };
  const protocolOfKafkajs = fetch.protocol;
  fetch.protocol = ({ version }) => {
    const exchangeOf = protocolOfKafkajs({ version });
    return (toFetch) => {
      const exchange = exchangeOf(toFetch);
      if (!VERSIONS.includes(version)) return exchange;
      return { ...exchange, response: { ...exchange.response, decode: (raw) => decode(raw, version, wantedBy(toFetch)) } };
    };
  };
}

/** kafkajs asks for the same number of bytes from each partition. */
function wantedBy({ maxBytes, topics }: ToFetch): Wanted {
  const bytesOfPartition = topics[0]?.partitions[0]?.maxBytes ?? maxBytes;
  return { bytes: maxBytes, bytesOfPartition };
}

async function decode(raw: Buffer, version: number, wanted?: Wanted): Promise<object> {
  const decoder = new DecoderOfKafkajs(raw);
  const throttleMs = decoder.readInt32();
  const session = version < 7 ? {} : { errorCode: decoder.readInt16(), sessionId: decoder.readInt32() };
  const unread: Unread[] = [];
  const responses = decoder.readArray(() => {
    const topicName = decoder.readString();
    const partitions = decoder.readArray(() => {
      const partition = decodePartition(decoder, version);
      const id = `${topicName}-${partition.partition}`;
      unread.push({ id, batches: decoder.readBytes() ?? Buffer.alloc(0) });
      return { id, ...partition };
    });
    return { topicName, partitions };
  });
  const read = await readInTurn(unread, new DecompressionBudget(wanted));
  return {
    ...(version < 8 ? { throttleTime: throttleMs } : { throttleTime: 0, clientSideThrottleTime: throttleMs }),
    ...session,
    responses: responses.map(({ topicName, partitions }) => ({
      topicName,
      partitions: partitions.map(({ id, ...partition }) => ({ messages: read.get(id) ?? [], ...partition })),
    })),
  };
}

function decodePartition(decoder: Decoder, version: number) {
  return {
    partition: decoder.readInt32(),
    errorCode: decoder.readInt16(),
    highWatermark: String(decoder.readInt64()),
    lastStableOffset: String(decoder.readInt64()),
    ...(version >= 5 && { lastStartOffset: String(decoder.readInt64()) }),
    abortedTransactions: decoder.readArray(() => ({
      producerId: String(decoder.readInt64()),
      firstOffset: String(decoder.readInt64()),
    })),
    ...(version >= 11 && { preferredReadReplica: decoder.readInt32() }),
  };
}

async function readInTurn(unread: readonly Unread[], budget: DecompressionBudget): Promise<Map<string, ReadRecord[]>> {
  const read = new Map<string, ReadRecord[]>();
  const turns = [...waiting];
  const isWaiting = ({ id }: Unread): boolean => waiting.has(id);
  const first = unread.filter(isWaiting).toSorted((a, b) => turns.indexOf(a.id) - turns.indexOf(b.id));
  for (const { id, batches } of [...first, ...unread.filter((each) => !first.includes(each))]) {
    budget.beginPartition();
    const { messages, isCut } = await readPartition(batches, budget);
    read.set(id, messages);
    if (!isCut) waiting.delete(id);
    else if (messages.length > 0) requeue(id);
    else waiting.add(id);
  }
  return read;
}

/** A partition that has had its turn waits behind the others. */
function requeue(id: string): void {
  waiting.delete(id);
  waiting.add(id);
}

/** The broker may have cut off the last batch, or there is no room for it. Then it comes again, and first. */
async function readPartition(batches: Buffer, budget: DecompressionBudget): Promise<{ messages: ReadRecord[]; isCut: boolean }> {
  const messages: ReadRecord[] = [];
  for (let start = 0; start + BATCH_HEADER_BYTES <= batches.length;) {
    if (batches[start + MAGIC_AT] !== MAGIC) throw new Error('a message set of a broker before Kafka 0.11; such sets are not supported');
    const end = start + BEFORE_LENGTH_BYTES + batches.readInt32BE(start + 8);
    if (end > batches.length) break;
    if (end < start + BATCH_HEADER_BYTES)
      throw new Error(`a batch of ${end - start} bytes, less than its header: the partition is damaged`);
    const read = await readBatch(batches.subarray(start, end), budget);
    if (read === undefined) return { messages, isCut: true };
    for (const message of read) messages.push(message); // there are too many for the arguments of one call
    start = end;
  }
  return { messages, isCut: false };
}
