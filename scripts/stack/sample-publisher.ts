import { setTimeout as pause } from 'node:timers/promises';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { dlqOf, TOPICS } from '#libs/contracts';
import { type Connection } from './connection-file.js';
import { type Sample, type Step, toWaves } from './samples.js';

export interface SamplePublisher {
  /** Publishes all steps in their order; resolves when the last has been handed to the broker. */
  publish(samples: readonly Sample[]): Promise<void>;
  /** Messages in the dead-letter topics of records and scans. */
  countDeadLetters(): Promise<number>;
  close(): Promise<void>;
}

const READ_WITHIN_MS = 20_000;
const CONSUMED = [TOPICS.records.name, TOPICS.scans.name] as const;

export async function connectPublisher({ kafkaBrokers, topicPrefix }: Connection): Promise<SamplePublisher> {
  const kafka = new Kafka({ clientId: 'samples', brokers: kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  const admin = kafka.admin();
  await Promise.all([producer.connect(), admin.connect()]);
  return {
    publish: async (samples) => {
      for (const wave of toWaves(samples)) {
        const topicMessages = CONSUMED.map((topic) => ({ topic: topicPrefix + topic, messages: messagesOf(wave, topic) }));
        await producer.sendBatch({ acks: -1, topicMessages: topicMessages.filter(({ messages }) => messages.length > 0) });
        await untilRead(admin, topicPrefix);
      }
    },
    countDeadLetters: async () => {
      const counts = await Promise.all(CONSUMED.map((topic) => countMessages(admin, topicPrefix + dlqOf(topic))));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: async () => {
      await Promise.all([producer.disconnect(), admin.disconnect()]);
    },
  };
}

function messagesOf(wave: readonly Step[], topic: Step['topic']): { key: string; value: string }[] {
  return wave.filter((step) => step.topic === topic).map(({ key, value }) => ({ key, value }));
}

async function countMessages(admin: Admin, topic: string): Promise<number> {
  const offsets = await admin.fetchTopicOffsets(topic);
  return offsets.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}

/** Waits until some consumer group has read both topics to their ends. It gives up quietly: the order is for the eye, the outcome is the same. */
async function untilRead(admin: Admin, prefix: string): Promise<void> {
  const giveUpAt = Date.now() + READ_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    const isRead = await Promise.all(CONSUMED.map((topic) => isReadToItsEnd(admin, prefix, topic)));
    if (!isRead.includes(false)) return;
    await pause(100);
  }
}

async function isReadToItsEnd(admin: Admin, prefix: string, topic: Step['topic']): Promise<boolean> {
  const ends = (await admin.fetchTopicOffsets(prefix + topic)).filter(({ low, high }) => high !== low);
  if (ends.length === 0) return true;
  const { groups } = await admin.listGroups();
  const readers = groups.filter(({ groupId }) => groupId.startsWith(prefix));
  const committed = await Promise.all(readers.map(({ groupId }) => admin.fetchOffsets({ groupId, topics: [prefix + topic] })));
  return committed.some(([group]) =>
    ends.every(({ partition, high }) => group?.partitions.find((read) => read.partition === partition)?.offset === high),
  );
}
