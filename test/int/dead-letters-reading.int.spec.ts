import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Consumer, Kafka, logLevel } from 'kafkajs';
import { readToEnd } from '../../libs/messaging/src/dead-letters/dead-letter-reader.client.js';
import { testStack } from '../support/test-stack.js';
import { useTestBed } from '../support/test-bed.js';

const bed = useTestBed({ partitions: 2 });
let kafka: Kafka;
let topic: string;

beforeAll(() => {
  kafka = new Kafka({ brokers: testStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  topic = `${bed.topicPrefix}scans.dlq`;
});

const write = async (partition: number, values: readonly string[], transaction?: 'commit' | 'abort'): Promise<void> => {
  const options = transaction ? { transactionalId: randomUUID(), maxInFlightRequests: 1, idempotent: true } : {};
  const producer = kafka.producer(options);
  await producer.connect();
  const messages = values.map((value) => ({ partition, value }));
  if (transaction) {
    const made = await producer.transaction();
    await made.send({ topic, messages });
    await made[transaction]();
  } else await producer.send({ topic, messages });
  await producer.disconnect();
};

async function emptyPartition(partition: number): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.fetchTopicOffsets(topic); // Otherwise the client knows no leader to ask.
  await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: '-1' }] });
  await admin.disconnect();
}

/** Returns a Kafka client that does something just before its consumer connects. */
function kafkaWith(meanwhile: () => Promise<void>): Kafka {
  const consumer = (options: Parameters<Kafka['consumer']>[0]): Consumer => {
    const made = kafka.consumer(options);
    return Object.assign(Object.create(made) as Consumer, {
      connect: async () => {
        await meanwhile();
        await made.connect();
      },
    });
  };
  return Object.assign(Object.create(kafka) as Kafka, { consumer });
}

const newGroup = (): string => `${bed.topicPrefix}${randomUUID()}`;

async function read(by: Kafka = kafka, groupId = newGroup(), values: string[] = []): Promise<string[]> {
  await readToEnd(by, {
    topic,
    groupId,
    sessionMs: 60_000,
    commits: true,
    handle: (messages) => Promise.resolve(void values.push(...messages.map(({ value }) => String(value)))),
  });
  return values.toSorted();
}

describe('reading a topic’s dead letters', () => {
  it('ends if all messages of a partition expire meanwhile', async () => {
    await write(0, ['a']);
    await write(1, ['b']);
    expect(await read(kafkaWith(() => emptyPartition(1)))).toEqual(['a']);
  });

  it('ends if the last entry of a partition is not a message', async () => {
    const groupId = newGroup();
    await emptyPartition(0);
    await write(0, ['c'], 'commit');
    expect(await read(kafka, groupId)).toEqual(['c']);
    await write(0, ['d'], 'abort');
    expect(await read(kafka, groupId)).toEqual([]);
  });

  it('fails if another command has joined since it looked, and the dead letters it has read are not read again', async () => {
    const groupId = newGroup();
    await emptyPartition(0);
    await write(0, ['e']);
    await write(1, ['f']);
    const other = kafka.consumer({ groupId, sessionTimeout: 60_000 });
    const joined = new Promise((resolve) => other.on(other.events.GROUP_JOIN, resolve));
    const join = async (): Promise<void> => {
      await other.connect();
      await other.subscribe({ topic });
      await other.run({ autoCommit: false, eachBatch: () => Promise.resolve() });
      await joined;
    };
    const values: string[] = [];
    await expect(read(kafkaWith(join), groupId, values)).rejects.toThrow(`another command reads ${topic} as ${groupId}`);
    await other.disconnect();
    expect(await read(kafka, groupId, values)).toEqual(['e', 'f']);
  });
});
