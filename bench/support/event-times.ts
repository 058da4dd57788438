import { randomUUID } from 'node:crypto';
import { TOPICS } from '#libs/contracts';
import { kafkaOf, type NpmStack } from './npm-stack.js';

const WITHIN_MS = 120_000;

/**
 * Returns when the first event of each consignment was published, epoch ms, by consignment id. Column `event.created_at` does not show
 * this: it is the time of the record or scan.
 * @throws when a consignment has no event
 */
export async function eventTimes(stack: NpmStack, consignmentIds: ReadonlySet<string>): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  if (consignmentIds.size === 0) return times;
  const consumer = kafkaOf(stack.connection).consumer({ groupId: `bench-${randomUUID()}` });
  await consumer.connect();
  try {
    await consumer.subscribe({ topics: [stack.topicPrefix + TOPICS.events.name], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`only ${times.size} of ${consignmentIds.size} events were found`)), WITHIN_MS).unref();
      consumer
        .run({
          eachMessage: async ({ message: { key, timestamp } }) => {
            const id = String(key);
            if (consignmentIds.has(id) && !times.has(id)) times.set(id, Number(timestamp));
            if (times.size === consignmentIds.size) resolve();
          },
        })
        .catch(reject);
    });
    return times;
  } finally {
    await consumer.disconnect();
  }
}
