// A foreign program that writes to the topics of the service: plain kafkajs. Tests that need a foreign producer use this file alone.
import { randomUUID } from 'node:crypto';
import kafkajs, { type Kafka, type Message } from 'kafkajs';
import { quietRequestQueues } from '#libs/messaging/client';
import { testStack } from './test-stack.js';

export interface OutgoingMessage {
  readonly key?: string;
  /** An object is sent as JSON; text and bytes as they are; null is a tombstone. */
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string | Buffer | null>>;
  readonly partition?: number;
  /** Epoch ms, or any other whole number that a producer may write. */
  readonly timestamp?: string;
}

export interface ForeignPublisher {
  /** Keeps the given order. It resolves when the broker has acknowledged all messages. @param topic full name */
  publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a producer that stays connected. */
export async function openPublisher(compression?: 'gzip'): Promise<ForeignPublisher> {
  const producer = foreignKafka().producer();
  await producer.connect();
  const codec = compression === 'gzip' ? kafkajs.CompressionTypes.GZIP : kafkajs.CompressionTypes.None;
  return {
    publish: async (topic, messages) => {
      const send = (): Promise<unknown> => producer.send({ topic, acks: -1, compression: codec, messages: messages.map(toKafka) });
      await (messages.some(hasNullHeader) ? takingNulls(send) : send());
    },
    close: () => producer.disconnect(),
  };
}

/** Publishes with a producer that exists only for these messages. @param topic full name */
export async function publish(topic: string, messages: readonly OutgoingMessage[], compression?: 'gzip'): Promise<void> {
  const publisher = await openPublisher(compression);
  try {
    await publisher.publish(topic, messages);
  } finally {
    await publisher.close();
  }
}

/** Publishes within one transaction and ends the transaction. */
export async function publishWithin(end: 'commit' | 'abort', topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
  const producer = foreignKafka().producer({ transactionalId: randomUUID(), maxInFlightRequests: 1, idempotent: true });
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.send({ topic, messages: messages.map(toKafka) });
  await transaction[end]();
  await producer.disconnect();
}

/** Removes all records of a partition, as retention would. */
export async function emptyPartition(topic: string, partition: number): Promise<void> {
  const admin = foreignKafka().admin();
  await admin.connect();
  await admin.fetchTopicOffsets(topic); // without it kafkajs knows no leader
  await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: '-1' }] });
  await admin.disconnect();
}

/** Deletes topics by their full names. */
export async function deleteTopics(topics: string[]): Promise<void> {
  const admin = foreignKafka().admin();
  await admin.connect();
  await admin.deleteTopics({ topics });
  await admin.disconnect();
}

/** Returns the partition that kafkajs chooses for a key. */
export function foreignPartitionOf(key: Buffer, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    leader: 0,
    partitionErrorCode: 0,
    replicas: [],
    isr: [],
  }));
  return kafkajs.Partitioners.DefaultPartitioner()({ topic: 't', partitionMetadata, message: { key, value: null } });
}

/** A request that is given up is sent again, and a message is then there twice: only a request that hangs is given up. */
const PATIENCE = { connectionTimeout: 30_000, requestTimeout: 120_000 };

export function foreignKafka(): Kafka {
  quietRequestQueues();
  const brokers = testStack().kafkaBrokers.split(',');
  return new kafkajs.Kafka({ clientId: 'foreign', brokers, logLevel: kafkajs.logLevel.NOTHING, ...PATIENCE });
}

/** Each message has a timestamp: in a process with our producer, kafkajs still encodes a request with timestamps by itself. */
function toKafka({ key, value, headers, partition, timestamp = String(Date.now()) }: OutgoingMessage): Message {
  const isAsItIs = value === null || typeof value === 'string' || Buffer.isBuffer(value);
  return {
    key: key ?? null,
    value: isAsItIs ? value : JSON.stringify(value),
    ...(headers && { headers: { ...headers } as Message['headers'] }),
    ...(partition !== undefined && { partition }),
    timestamp,
  };
}

const hasNullHeader = ({ headers = {} }: OutgoingMessage): boolean => Object.values(headers).includes(null);

/** Many clients write headers without a value. kafkajs could, but it measures the value first and fails. */
async function takingNulls(send: () => Promise<unknown>): Promise<void> {
  const original = Buffer.byteLength.bind(Buffer);
  Buffer.byteLength = (value, encoding) => original(value ?? '', encoding);
  try {
    await send();
  } finally {
    Buffer.byteLength = original;
  }
}
