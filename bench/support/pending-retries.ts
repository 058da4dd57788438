// Retries as the sender would have left them: rows of their deliveries, and messages in due order in delivery-retries.
import { createHash } from 'node:crypto';
import { type DeliveryAttempt, deliveryAttemptHeaders, deliveryAttemptKey, dlqOf, TOPICS, toPlainBody } from '#libs/contracts';
import { benchEvent } from './bench-events.js';
import type { LoadedStack } from './bench-stack.js';

const MESSAGES_PER_SEND = 600;
/** Concurrent sends: enough for the broker never to wait, and few enough for memory. */
const SENDS_AT_ONCE = 4;

export interface PendingReceiver {
  readonly receiverId: string;
  readonly account: number;
}

export interface Pending {
  readonly receivers: readonly PendingReceiver[];
  /** The number of the first retry: no two retries of a run may share a number. */
  readonly first: number;
  readonly count: number;
  /** When number 0 was created. Each further retry is a millisecond newer. */
  readonly createdAtMs: number;
  readonly dueAtMs: number;
}

/** Publishes the messages; their rows exist already. */
export const publishRetries = (stack: LoadedStack, pending: Pending): Promise<void> => sendAll(stack, TOPICS.deliveryRetries.name, pending);

/** Measures how many messages per second this machine publishes, with messages that nobody reads. */
export async function publishingPace(stack: LoadedStack, pending: Pending): Promise<number> {
  const startedMs = Date.now();
  await sendAll(stack, dlqOf(TOPICS.deliveryRetries.name), pending);
  return pending.count / ((Date.now() - startedMs) / 1000);
}

async function sendAll({ producer }: LoadedStack, topic: string, pending: Pending): Promise<void> {
  const end = pending.first + pending.count;
  let next = pending.first;
  const sendOn = async (): Promise<void> => {
    while (next < end) {
      const first = next;
      next = Math.min(end, next + MESSAGES_PER_SEND);
      const attempts = Array.from({ length: next - first }, (_, index) => toRetry(pending, first + index));
      const messages = attempts.map((attempt) => ({
        topic,
        key: deliveryAttemptKey(attempt),
        value: attempt.body,
        headers: deliveryAttemptHeaders(attempt),
      }));
      await producer.publish(messages);
    }
  };
  await Promise.all(Array.from({ length: SENDS_AT_ONCE }, sendOn));
}

/** Builds a retry that failed once and is due for its second attempt. */
function toRetry({ receivers, dueAtMs, createdAtMs }: Pending, number: number): DeliveryAttempt {
  const { receiverId, account } = receivers[number % receivers.length]!;
  return {
    deliveryId: idOf('delivery', number),
    deliveryCreatedAtMs: createdAtMs + number,
    receiverId,
    account,
    consignmentId: idOf('consignment', number),
    eventid: idOf('event', number),
    event: 'onOutForDelivery',
    round: 1,
    attempt: 2,
    dueAtMs,
    references: { ...PAYLOAD.references },
    body: Buffer.from(BODY.replace(PAYLOAD.eventid, idOf('event', number))),
  };
}

const PAYLOAD = benchEvent(1).payload;
const BODY = toPlainBody(PAYLOAD, 'object');

/** Marked as a UUID of version 3: a message with 128 arbitrary bits as an id becomes a dead letter. */
const idOf = (kind: string, number: number): string => {
  const md5 = createHash('md5').update(`${kind}${number}`).digest('hex');
  const hex = `${md5.slice(0, 12)}3${md5.slice(13, 16)}8${md5.slice(17)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** The same id in SQL. */
const sqlIdOf = (kind: string): string => `overlay(overlay(md5('${kind}' || n) PLACING '3' FROM 13) PLACING '8' FROM 17)::uuid`;

const ENTER = `
  INSERT INTO delivery (delivery_id, account_id, receiver_id, consignment_id, eventid, event, status, attempts, last_outcome, last_http_status,
    next_attempt_at, created_at, updated_at)
  SELECT ${sqlIdOf('delivery')}, ($3::bigint[])[1 + n % cardinality($3::bigint[])], ($4::uuid[])[1 + n % cardinality($4::uuid[])],
    ${sqlIdOf('consignment')}, ${sqlIdOf('event')}, 'onOutForDelivery', 'pending', 1, 'rejected', 500, $5, created.at, created.at
  FROM generate_series($1::integer, $1::integer + $2::integer - 1) n,
    LATERAL (SELECT $6::timestamptz + n * interval '1 ms' AS at) created`;

/** Inserts the rows of the deliveries, which takes longer than publishing their messages. */
export async function enterDeliveries(
  { database }: LoadedStack,
  { first, count, receivers, createdAtMs, dueAtMs }: Pending,
): Promise<void> {
  const accounts = receivers.map(({ account }) => account);
  const receiverIds = receivers.map(({ receiverId }) => receiverId);
  await database.query(ENTER, [first, count, accounts, receiverIds, new Date(dueAtMs), new Date(createdAtMs)]);
}
