import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '#libs/config';
import { dlqOf, GROUPS, TOPICS } from '#libs/contracts';
import { type Admin, withProducer } from '#libs/messaging';
import { depthOf, lagOf } from '#libs/messaging/client';
import { type Sample, toWaves } from './samples.js';

export interface SamplePublisher {
  /** Publishes all steps in order. It resolves when the broker has the last step. */
  publish(samples: readonly Sample[]): Promise<void>;
  /** Returns the number of messages in the dead-letter topics of records and scans. */
  countDeadLetters(): Promise<number>;
}

const READ_WITHIN_MS = 20_000;
const CONSUMED = [TOPICS.records.name, TOPICS.scans.name] as const;

/** Does one piece of work with a publisher of samples to the cluster at KAFKA_BROKERS. */
export function withPublisher<T>(env: Env, work: (publisher: SamplePublisher) => Promise<T>): Promise<T> {
  return withProducer(env, 'samples', async ({ kafka, producer, config: { topicPrefix } }) => {
    const admin = kafka.admin();
    await admin.connect();
    try {
      return await work({
        publish: async (samples) => {
          for (const wave of toWaves(samples)) {
            await producer.publish(wave);
            await untilRead(admin, topicPrefix);
          }
        },
        countDeadLetters: async () => {
          const ranges = await Promise.all(CONSUMED.map((topic) => admin.ranges(topicPrefix + dlqOf(topic))));
          return depthOf(ranges.flat());
        },
      });
    } finally {
      await admin.disconnect();
    }
  });
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
  return topics.every((name, index) => {
    const ofTopic = committed.filter(({ topic }) => topic === name);
    return lagOf(ranges[index]!, ofTopic).every(({ lag }) => lag === 0);
  });
}
