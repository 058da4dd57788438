import { randomBytes } from 'node:crypto';
import { topicSpecs, type TopicSpec } from '#libs/contracts';
import { type Admin, ensureTopics, type Kafka, kafkaAt, withAdmin } from '#libs/messaging/client';
import { deleteTopics as deleteByName, type OutgoingMessage } from './foreign-publisher.js';
import { testStack } from './test-stack.js';

export { type OutgoingMessage, publish } from './foreign-publisher.js';
export { type IncomingMessage, readTopic } from './foreign-reader.js';

/** A client of the service's own kind. It gives up only a request that hangs. */
export const testKafka = (): Kafka => kafkaAt(testStack().kafkaBrokers, 'test', { connectMs: 30_000, requestMs: 120_000 });

/** Asks the brokers of the test stack. */
export const ask = <T>(question: (admin: Admin) => Promise<T>): Promise<T> => withAdmin(testKafka(), question);

/** Returns a prefix of this test file alone: no other file has its topics and groups. */
export function uniqueTopicPrefix(): string {
  return `test-${randomBytes(5).toString('hex')}.`;
}

export const createTopics = (prefix: string, partitions = 3): Promise<void> =>
  createTopicsAs(topicSpecs({ prefix, partitions, replicationFactor: 1 }));

export async function createTopicsAs(specs: readonly TopicSpec[]): Promise<void> {
  await ask((admin) => ensureTopics(admin, specs));
}

export async function deleteTopics(prefix: string): Promise<void> {
  const topics = (await ask((admin) => admin.listTopics())).filter((name) => name.startsWith(prefix));
  if (topics.length > 0) await deleteByName(topics);
}

/** Returns the same messages as if they had been sent half a minute ago: an event has the time of its cause. */
export const sentEarlier = (messages: readonly OutgoingMessage[]): OutgoingMessage[] =>
  messages.map((message) => ({ ...message, timestamp: String(Date.now() - 30_000) }));

/**
 * Returns how many messages of the topic the group has not committed. It asks one question after the other: a request that is under way when the client
 * disconnects connects again, and keeps jest from ending.
 */
export const lagOf = (group: string, topic: string): Promise<number> =>
  ask(async (admin) => {
    const ranges = await admin.ranges(topic);
    const committed = await admin.committed(group, [topic]);
    const readTo = new Map(committed.map(({ partition, offset }) => [partition, Math.max(0, Number(offset))]));
    return ranges.reduce((sum, { partition, high }) => sum + Number(high) - (readTo.get(partition) ?? 0), 0);
  });
