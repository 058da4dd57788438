import type { App } from './app.js';
import type { TestBed } from './test-bed.js';
import { lagOf } from './topics.js';

const GAUGES = /^(delivery_attempts_in_flight|delivery_open_circuits|kafka_consumer_lag\{.*\}) (?!0$)/;

const ROWS = `
  SELECT d.delivery_id, d.receiver_id, d.consignment_id, d.eventid, d.attempts, d.next_attempt_at, d.last_outcome, d.created_at, d.updated_at,
    (SELECT jsonb_agg(to_jsonb(a) - 'answer' ORDER BY attempt) FROM delivery_attempt a WHERE a.delivery_id = d.delivery_id) AS made,
    (SELECT jsonb_agg(to_jsonb(b) - 'body') FROM delivery_overflow b WHERE b.delivery_id = d.delivery_id) AS overflow,
    (SELECT to_jsonb(q) FROM receiver_queue q WHERE q.receiver_id = d.receiver_id) AS queue
  FROM delivery d WHERE d.status = 'pending' LIMIT 5`;

/** Describes where unfinished deliveries are (tables, topics, senders), for the message of a test whose wait for them timed out. */
export async function describeOpenDeliveries(bed: TestBed, senders: readonly App[]): Promise<string> {
  const [rows, attempts, retries, metrics] = await Promise.all([
    bed.database.query<object>(ROWS),
    lagOf(`${bed.topicPrefix}webhook-sender.attempts`, `${bed.topicPrefix}delivery-attempts`),
    lagOf(`${bed.topicPrefix}webhook-sender.retries`, `${bed.topicPrefix}delivery-retries`),
    Promise.all(senders.map((sender) => sender.metrics())),
  ]);
  const gauges = metrics.map((text) => text.split('\n').filter((line) => GAUGES.test(line)));
  return JSON.stringify({ rows, lag: { attempts, retries }, gauges }, undefined, 1);
}
