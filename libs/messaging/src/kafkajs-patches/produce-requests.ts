// kafkajs issue: no issue known for 2.2.4; tulios/kafkajs#383 (closed) improved the encoding of large arrays only.
// Can go when: the Kafka client writes a record of 1.7 KB in about 4 µs (bench/).

import { createRequire } from 'node:module';
import { type PackedBatch, packBatch, sizeOfBatch, type Writable, writeBatch } from '../codec/batch-writer.js';
import { NOT_COMPRESSED } from '../codec/batch-layout.js';
import { expectKafkajs } from './expect-kafkajs.js';

interface TopicData {
  readonly topic: string;
  readonly partitions: readonly {
    readonly partition: number;
    readonly messages: readonly (Writable & { readonly timestamp?: string | null })[];
  }[];
}
/** The contents of a produce request, as kafkajs hands them over. */
interface ToProduce {
  readonly acks: number;
  readonly timeout: number;
  readonly transactionalId?: string | null;
  readonly producerId?: unknown;
  readonly compression?: number;
  readonly topicData: readonly TopicData[];
}
/** The part of kafkajs' writer that is read once it has written. */
interface Written {
  readonly buf: Buffer;
  readonly buffer: Buffer;
}
interface Exchange {
  readonly request: { encode: () => Promise<Written> };
}
type Protocol = (of: { readonly version: number }) => (toProduce: ToProduce) => Exchange;

const require = createRequire(import.meta.url);
/** The first version with record batches, which all brokers since Kafka 0.11 take. Up to the last version that kafkajs knows, the form is the same. */
const FIRST_VERSION = 3;
/** From this version on, the broker takes zstd (KIP-110). */
const FIRST_VERSION_WITH_ZSTD = 7;
const NO_PRODUCER = -1;

let isDone = false;

/**
 * kafkajs copies each message seven times on its way to the socket, from one zeroed buffer into the next larger one, and computes lengths with BigInts:
 * 20 µs for a message of 1.7 KB, and 4 µs here. After this call, a request is written into one buffer of its size, with compressed batches. It holds for all
 * clients of this process. kafkajs still writes a request that names a compression or a timestamp, or that belongs to a transaction.
 */
export function writeInOnePiece(): void {
  expectKafkajs('writes requests to produce');
  if (isDone) return;
  isDone = true;
  const produce = require('kafkajs/src/protocol/requests/produce/index.js') as { protocol: Protocol };
  const protocolOfKafkajs = produce.protocol;
  produce.protocol = ({ version }) => {
    const exchangeOf = protocolOfKafkajs({ version });
    return (toProduce) => {
      const exchange = exchangeOf(toProduce);
      if (version < FIRST_VERSION || !isPlain(toProduce)) return exchange;
      return { ...exchange, request: { ...exchange.request, encode: () => write(toProduce, version >= FIRST_VERSION_WITH_ZSTD) } };
    };
  };
}

function isPlain({ transactionalId, producerId = NO_PRODUCER, compression = NOT_COMPRESSED, topicData }: ToProduce): boolean {
  if (transactionalId || producerId !== NO_PRODUCER || compression !== NOT_COMPRESSED) return false;
  return topicData.every(({ partitions }) => partitions.every(({ messages }) => messages.every(({ timestamp }) => !timestamp)));
}

/** The size of the fields before the topics: transaction, acks, time-out, number of topics. */
const REQUEST_BYTES = 12;
/** The size of a topic without its name: the length of the name, and the number of partitions. */
const TOPIC_BYTES = 6;
/** The size of a partition without its batch: its number, and the length of the batch. */
const PARTITION_BYTES = 8;

interface PackedTopic {
  readonly name: Buffer;
  readonly partitions: readonly { readonly partition: number; readonly batch: PackedBatch }[];
}

async function write({ acks, timeout, topicData }: ToProduce, compresses: boolean): Promise<Written> {
  const atMs = Date.now();
  const topics: PackedTopic[] = [];
  for (const { topic, partitions } of topicData) {
    const packed = partitions.map(async ({ partition, messages }) => ({ partition, batch: await packBatch(messages, { compresses }) }));
    topics.push({ name: Buffer.from(topic), partitions: await Promise.all(packed) });
  }
  const target = Buffer.allocUnsafe(topics.reduce((sum, topic) => sum + sizeOf(topic), REQUEST_BYTES));
  target.writeInt16BE(-1, 0);
  target.writeInt16BE(acks, 2);
  target.writeInt32BE(timeout, 4);
  target.writeInt32BE(topics.length, 8);
  let at = REQUEST_BYTES;
  for (const { name, partitions } of topics) {
    at = target.writeInt16BE(name.length, at);
    at += name.copy(target, at);
    at = target.writeInt32BE(partitions.length, at);
    for (const { partition, batch } of partitions) {
      at = target.writeInt32BE(partition, at);
      at = target.writeInt32BE(sizeOfBatch(batch), at);
      at = writeBatch(batch, target, { at, atMs });
    }
  }
  return { buf: target, buffer: target };
}

const sizeOf = ({ name, partitions }: PackedTopic): number =>
  partitions.reduce((sum, { batch }) => sum + PARTITION_BYTES + sizeOfBatch(batch), TOPIC_BYTES + name.length);
