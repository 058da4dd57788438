import { randomUUID } from 'node:crypto';
import { TOPICS } from '#libs/contracts';
import { readToEnd } from '#libs/messaging';
import { kafkaAt } from '#libs/messaging/client';
import type { NpmStack } from './npm-stack.js';

const SESSION_MS = 30_000;

/**
 * Returns when the first event of each consignment was published, epoch ms, by consignment id. Column `event.created_at` does not show
 * this: it is the time of the record or scan.
 * @throws when a consignment has no event
 */
export async function eventTimes(stack: NpmStack, consignmentIds: ReadonlySet<string>): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  if (consignmentIds.size === 0) return times;
  await readToEnd(kafkaAt(stack.connection.kafkaBrokers, 'bench'), {
    topic: stack.topicPrefix + TOPICS.events.name,
    group: `bench-${randomUUID()}`,
    sessionMs: SESSION_MS,
    commits: false,
    handle: (records) => {
      for (const { key, timestamp } of records) {
        const id = String(key);
        if (consignmentIds.has(id) && !times.has(id)) times.set(id, Number(timestamp));
      }
      return Promise.resolve();
    },
  });
  if (times.size < consignmentIds.size) throw new Error(`only ${times.size} of ${consignmentIds.size} events were found`);
  return times;
}
