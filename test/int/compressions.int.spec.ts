import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Consumer, Kafka } from 'kafkajs';
import { readConfig } from '#libs/config';
import { createKafka, kafkaSettings } from '#libs/messaging';
import { Logger } from '#libs/observability';
import { testStack } from '../support/test-stack.js';
import { createTopicsAs, deleteTopics, publish, uniqueTopicPrefix } from '../support/topics.js';
import { waitFor } from '../support/wait-for.js';

const KINDS = ['gzip', 'snappy', 'lz4', 'zstd'] as const;
/** More than one block of each kind: repetitive values, and values that cannot be compressed. */
const VALUES = [
  'small',
  'a parcel and another one '.repeat(8_000),
  Array.from({ length: 40_000 }, (_, n) => (n * n * 7919).toString(36)).join(''),
];

const prefix = uniqueTopicPrefix();
let kafka: Kafka;
let consumer: Consumer;
const read = new Map<string, string[]>();

beforeAll(async () => {
  const config = readConfig(kafkaSettings, { KAFKA_BROKERS: testStack().kafkaBrokers, TOPIC_PREFIX: prefix });
  kafka = createKafka(config, 'test', new Logger('test', { logLevel: 'error' }));
  // The broker compresses incoming messages again, with the libraries that every Java producer uses.
  const topics = KINDS.map((kind) => ({
    topic: prefix + kind,
    numPartitions: 1,
    configEntries: [{ name: 'compression.type', value: kind }],
  }));
  await createTopicsAs(topics);
  consumer = kafka.consumer({ groupId: `${prefix}reader`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topics: topics.map(({ topic }) => topic), fromBeginning: true });
  await consumer.run({
    eachMessage: ({ topic, message }) => Promise.resolve(void read.set(topic, [...(read.get(topic) ?? []), String(message.value)])),
  });
});

afterAll(async () => {
  await consumer.disconnect();
  await deleteTopics(prefix);
});

describe('a message compressed', () => {
  it.each(KINDS)('by %s is read as it was written', async (kind) => {
    const topic = prefix + kind;
    await publish(
      topic,
      VALUES.map((value) => ({ value })),
    );
    await waitFor(() => read.get(topic)?.length === VALUES.length, { what: `all of ${topic}` });
    expect(read.get(topic)?.every((value, index) => value === VALUES[index])).toBe(true);
  });
});
