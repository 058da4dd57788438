import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Kafka, readToEnd } from '#libs/messaging';
import { emptyPartition, publish, publishWithin } from '../support/foreign-publisher.js';
import { useTestBed } from '../support/test-bed.js';
import { testKafka } from '../support/topics.js';

const bed = useTestBed({ partitions: 2 });
let kafka: Kafka;
let topic: string;

beforeAll(() => {
  kafka = testKafka();
  topic = `${bed.topicPrefix}scans.dlq`;
});

/** Returns a Kafka client that does something just before its consumer connects. */
const kafkaWith = (meanwhile: () => Promise<void>): Kafka => ({
  ...kafka,
  consumer: (options, listener) => {
    const consumer = kafka.consumer(options, listener);
    const connect = consumer.connect.bind(consumer);
    return Object.assign(consumer, { connect: () => meanwhile().then(connect) });
  },
});

const newGroup = (): string => `${bed.topicPrefix}${randomUUID()}`;

async function read(by: Kafka = kafka, group = newGroup(), values: string[] = []): Promise<string[]> {
  await readToEnd(by, {
    topic,
    group,
    sessionMs: 60_000,
    commits: true,
    handle: (records) => Promise.resolve(void values.push(...records.map(({ value }) => String(value)))),
  });
  return values.toSorted();
}

describe('reading a topic’s dead letters', () => {
  it('ends if all messages of a partition expire meanwhile', async () => {
    await publish(topic, [
      { partition: 0, value: 'a' },
      { partition: 1, value: 'b' },
    ]);
    expect(await read(kafkaWith(() => emptyPartition(topic, 1)))).toEqual(['a']);
  });

  it('ends if the last entry of a partition is not a message', async () => {
    const group = newGroup();
    await emptyPartition(topic, 0);
    await publishWithin('commit', topic, [{ partition: 0, value: 'c' }]);
    expect(await read(kafka, group)).toEqual(['c']);
    await publishWithin('abort', topic, [{ partition: 0, value: 'd' }]);
    expect(await read(kafka, group)).toEqual([]);
  });

  it('fails if another command has joined since it looked, and the dead letters it has read are not read again', async () => {
    const group = newGroup();
    await emptyPartition(topic, 0);
    await publish(topic, [
      { partition: 0, value: 'e' },
      { partition: 1, value: 'f' },
    ]);
    const joined = Promise.withResolvers<void>();
    const options = { group, sessionMs: 60_000, heartbeatMs: 3_000, fetch: { maxWaitMs: 5_000 } };
    const other = kafka.consumer(options, { onJoined: () => joined.resolve() });
    const join = async (): Promise<void> => {
      await other.connect();
      await other.subscribe([topic]);
      await other.run(1, () => Promise.resolve());
      await joined.promise;
    };
    const values: string[] = [];
    await expect(read(kafkaWith(join), group, values)).rejects.toThrow(`another command reads ${topic} as ${group}`);
    await other.disconnect();
    expect(await read(kafka, group, values)).toEqual(['e', 'f']);
  });
});
