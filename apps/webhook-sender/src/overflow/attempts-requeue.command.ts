// Publishes what waits in table delivery_backlog again: for the way back to a webhook-sender before 1.0.0. Goes after 1.0.0.
import { defineCommand } from '#libs/command-line';
import { readConfig } from '#libs/config';
import { jsonHeaders, TOPICS } from '#libs/contracts';
import { type OutgoingMessage, type Producer, withProducer } from '#libs/messaging';
import { databaseSettings, withDatabase } from '#libs/persistence';
import type { DataSource } from 'typeorm';

const BATCH = 500;

export const COMMAND = defineCommand({
  name: 'attempts:requeue',
  summary: 'publishes the attempts of table delivery_backlog to topic delivery-attempts again',
  more: 'for the way back to a commit before 2026-11-28, while no webhook-sender runs; prints how many',
  reads: ['DATABASE_URL', 'KAFKA_BROKERS', '[TOPIC_PREFIX]'],
  run: async (_, { env }) => {
    const config = readConfig(databaseSettings, env);
    const published = await withDatabase(config, 'attempts-requeue', (dataSource) =>
      withProducer(env, 'attempts-requeue', ({ producer }) => requeue(dataSource, producer)),
    );
    return { json: { published } };
  },
});

interface Row {
  readonly id: number;
  readonly key: string;
  readonly message: string;
  readonly traceparent: string | null;
}

/** The key that a webhook-sender before 1.0.0 gives them. */
const OLDEST = `
  SELECT backlog_id AS id, receiver_id || ':' || consignment_id AS key, message, traceparent FROM delivery_backlog ORDER BY backlog_id LIMIT ${BATCH}`;

/** In the order of the rows. A crash repeats up to one batch: an attempt that is recorded is not made again. @returns how many */
async function requeue(dataSource: DataSource, producer: Producer): Promise<number> {
  for (let published = 0; ;) {
    const rows = await dataSource.query<Row[]>(OLDEST);
    if (rows.length === 0) return published;
    await producer.publish(rows.map(toMessage));
    await dataSource.query('DELETE FROM delivery_backlog WHERE backlog_id = ANY($1::bigint[])', [rows.map(({ id }) => id)]);
    published += rows.length;
  }
}

const toMessage = ({ key, message, traceparent }: Row): OutgoingMessage => ({
  topic: TOPICS.deliveryAttempts.name,
  key,
  value: message,
  headers: jsonHeaders(traceparent ?? undefined),
});
