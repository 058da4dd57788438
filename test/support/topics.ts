import { randomBytes } from 'node:crypto';
import { type Admin, type ITopicConfig, Kafka, type KafkaMessage, logLevel, type ProducerRecord } from 'kafkajs';
import { topicSpecs } from '#libs/contracts';
import { quietRequestQueues, readWithinBounds } from '#libs/messaging/kafkajs';
import { testStack } from './test-stack.js';
import { waitFor } from './wait-for.js';

export interface OutgoingMessage {
  readonly key?: string;
  /** An object is sent as JSON, text and bytes unchanged; null is a tombstone. */
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string | Buffer>>;
  readonly partition?: number;
  /** Epoch ms, or any other whole number that a producer may write. */
  readonly timestamp?: string;
}

export interface IncomingMessage {
  readonly partition: number;
  readonly offset: string;
  readonly key: string | undefined;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the value parsed as JSON. */
  json<T = unknown>(): T;
}

/** Returns a prefix for this test file alone: no other file has its topics and groups. */
export function uniqueTopicPrefix(): string {
  return `test-${randomBytes(5).toString('hex')}.`;
}

export async function createTopics(prefix: string, partitions = 3): Promise<void> {
  const specs = topicSpecs({ prefix, partitions, replicationFactor: 1 });
  const topics = specs.map(({ name, config }) => ({
    topic: name,
    numPartitions: partitions,
    replicationFactor: 1,
    configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
  }));
  await createTopicsAs(topics);
}

export async function createTopicsAs(topics: ITopicConfig[]): Promise<void> {
  await withAdmin(async (admin) => {
    await admin.createTopics({ topics, waitForLeaders: false }); // See ensureTopics.
    const areLed = async (): Promise<boolean> => {
      // Waits until all have settled: a request under way when the client disconnects would reconnect, and keep jest running.
      const asked = await Promise.allSettled(topics.map(({ topic }) => admin.fetchTopicOffsets(topic)));
      const failed = asked.find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      return true;
    };
    await waitFor(areLed, { what: 'the leaders of the new topics' });
  });
}

export async function deleteTopics(prefix: string): Promise<void> {
  await withAdmin(async (admin) => {
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  });
}

/** Publishes to a topic by its full name, in the given order; resolves when the broker has acknowledged all messages. */
export async function publish(topic: string, messages: readonly OutgoingMessage[]): Promise<void> {
  const producer = kafka().producer();
  await producer.connect();
  try {
    await producer.send({ topic, acks: -1, messages: messages.map(toKafka) });
  } finally {
    await producer.disconnect();
  }
}

/** Returns the same messages with timestamps half a minute ago, because an event has the time of its cause. */
export const sentEarlier = (messages: readonly OutgoingMessage[]): OutgoingMessage[] =>
  messages.map((message) => ({ ...message, timestamp: String(Date.now() - 30_000) }));

/** Reads all messages of a topic from the beginning to its current end, by partition and offset. */
export async function readTopic(topic: string): Promise<IncomingMessage[]> {
  const ends = await withAdmin((admin) => admin.fetchTopicOffsets(topic));
  const open = new Map(ends.filter(({ low, high }) => BigInt(high) > BigInt(low)).map(({ partition, high }) => [partition, BigInt(high)]));
  return open.size === 0 ? [] : readUntil(topic, open);
}

/** Returns the group's lag on the topic: messages not yet committed, summed over its partitions. */
export async function lagOf(groupId: string, topic: string): Promise<number> {
  return withAdmin(async (admin) => {
    const ends = await admin.fetchTopicOffsets(topic);
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const readTo = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Math.max(0, Number(offset))]));
    return ends.reduce((sum, { partition, high }) => sum + Number(high) - (readTo.get(partition) ?? 0), 0);
  });
}

async function readUntil(topic: string, open: Map<number, bigint>): Promise<IncomingMessage[]> {
  const groupId = `test-reader-${randomBytes(5).toString('hex')}`;
  const consumer = kafka().consumer({ groupId, maxWaitTimeInMs: 100, sessionTimeout: 60_000 });
  const found: IncomingMessage[] = [];
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = async ({ partition, message }: { partition: number; message: KafkaMessage }): Promise<void> => {
      const end = open.get(partition);
      if (end === undefined) return;
      found.push(fromKafka(partition, message));
      if (BigInt(message.offset) + 1n >= end) open.delete(partition);
      if (open.size === 0) resolve();
    };
    consumer.run({ autoCommit: false, eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  await withAdmin((admin) => admin.deleteGroups([groupId])).catch(() => undefined); // A group without offsets disappears by itself, perhaps at this moment.
  return found.toSorted((a, b) => a.partition - b.partition || Number(BigInt(a.offset) - BigInt(b.offset)));
}

function toKafka({ key, value, headers, partition, timestamp }: OutgoingMessage): ProducerRecord['messages'][number] {
  const isAsItIs = value === null || typeof value === 'string' || Buffer.isBuffer(value);
  return {
    key: key ?? null,
    value: isAsItIs ? value : JSON.stringify(value),
    ...(headers && { headers: { ...headers } }),
    ...(partition !== undefined && { partition }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

function fromKafka(partition: number, { offset, key, value, headers }: KafkaMessage): IncomingMessage {
  return {
    partition,
    offset,
    key: key?.toString(),
    value,
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)])),
    json: <T>() => JSON.parse(String(value)) as T,
  };
}

async function withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = kafka().admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

function kafka(): Kafka {
  quietRequestQueues();
  readWithinBounds();
  // An abandoned request is sent again, which duplicates its message: only a request that hangs may be abandoned.
  const patience = { connectionTimeout: 30_000, requestTimeout: 120_000 };
  return new Kafka({ clientId: 'test', brokers: testStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING, ...patience });
}
