import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#libs/config';
import { dlqOf, GROUPS, TOPICS } from '#libs/contracts';
import { kafkaSettings, Producer } from '#libs/messaging';
import { type Admin, kafkaAt } from '#libs/messaging/client';
import { type Connection } from './connection-file.js';
import { type Sample, toWaves } from './samples.js';

export interface SamplePublisher {
  /** Publishes all steps in order. It resolves when the broker has the last step. */
  publish(samples: readonly Sample[]): Promise<void>;
  /** Returns the number of messages in the dead-letter topics of records and scans. */
  countDeadLetters(): Promise<number>;
  close(): Promise<void>;
}

const READ_WITHIN_MS = 20_000;
const CONSUMED = [TOPICS.records.name, TOPICS.scans.name] as const;

export async function connectPublisher({ kafkaBrokers, topicPrefix }: Connection): Promise<SamplePublisher> {
  const kafka = kafkaAt(kafkaBrokers, 'samples');
  const producer = new Producer(kafka, readConfig(kafkaSettings, { KAFKA_BROKERS: kafkaBrokers, TOPIC_PREFIX: topicPrefix }));
  const admin = kafka.admin();
  await Promise.all([producer.connect(), admin.connect()]);
  return {
    publish: async (samples) => {
      for (const wave of toWaves(samples)) {
        await producer.publish(wave);
        await untilRead(admin, topicPrefix);
      }
    },
    countDeadLetters: async () => {
      const counts = await Promise.all(CONSUMED.map((topic) => countMessages(admin, topicPrefix + dlqOf(topic))));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: async () => {
      await Promise.all([producer.onApplicationShutdown(), admin.disconnect()]);
    },
  };
}

async function countMessages(admin: Admin, topic: string): Promise<number> {
  const ranges = await admin.ranges(topic);
  return ranges.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0);
}

/** Waits until a consumer group has read both topics to the end. It gives up silently: the order only affects the display, not the result. */
async function untilRead(admin: Admin, prefix: string): Promise<void> {
  const giveUpAt = Date.now() + READ_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (await isRead(admin, prefix)) return;
    await pause(100);
  }
}

async function isRead(admin: Admin, prefix: string): Promise<boolean> {
  const topics = CONSUMED.map((topic) => prefix + topic);
  const ranges = await Promise.all(topics.map((topic) => admin.ranges(topic)));
  const committed = await admin.committed(prefix + GROUPS.parcels.name, topics);
  const positions = new Map(committed.map(({ topic, partition, offset }) => [`${topic} ${partition}`, offset]));
  return topics.every((topic, index) =>
    ranges[index]!.every(({ partition, low, high }) => high === low || positions.get(`${topic} ${partition}`) === high),
  );
}
