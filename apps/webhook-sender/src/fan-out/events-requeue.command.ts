// Publishes deferred events to topic events again: for the way back to a release whose webhook-sender does not read table deferred_event.
import { defineCommand } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { jsonHeaders, TOPICS } from '#libs/contracts';
import { type OutgoingMessage, type Producer, withProducer } from '#libs/messaging';
import { databaseSettings, withDatabase } from '#libs/persistence';
import { type DeferredRow, DeferredEventsRepository } from './deferred-events.repository.js';

const BATCH = 500;

export const COMMAND = defineCommand({
  name: 'events:requeue',
  summary: 'publishes deferred events to topic events again',
  more: 'after webhook-sender was set back to a release that does not read table deferred_event; prints how many',
  reads: ['DATABASE_URL', 'KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async (_, { env }) => {
    const config = readConfig(databaseSettings, env);
    const published = await withDatabase(config, 'events-requeue', (dataSource) =>
      withProducer(env, 'events-requeue', ({ producer }) => requeue(new DeferredEventsRepository(dataSource), producer)),
    );
    return { json: { published } };
  },
});

/** Account by account, in the order of the events. A crash repeats up to one batch, under the same event ids. @returns how many events */
async function requeue(deferredEvents: DeferredEventsRepository, producer: Producer): Promise<number> {
  let published = 0;
  let account = await deferredEvents.nextAccount(0);
  while (account !== undefined) {
    const count = await requeueBatch(deferredEvents, producer, account);
    published += count;
    if (count === BATCH) continue;
    const next = await deferredEvents.nextAccount(account);
    account = next !== undefined && next > account ? next : undefined;
  }
  return published;
}

/** @returns how many events were fanned out; 0 when another process has the turn of this account */
const requeueBatch = (deferredEvents: DeferredEventsRepository, producer: Producer, account: number): Promise<number> =>
  deferredEvents.transaction(async (manager) => {
    const rows = (await deferredEvents.oldest(manager, account, BATCH)) ?? [];
    await producer.publish(rows.map(toMessage));
    await deferredEvents.remove(manager, rows);
    return rows.length;
  });

const toMessage = ({ consignmentId, message, traceparent }: DeferredRow): OutgoingMessage => ({
  topic: TOPICS.events.name,
  key: consignmentId,
  value: message,
  headers: jsonHeaders(traceparent ?? undefined),
});
