// out: topics delivery-attempts (POSTs to make now), delivery-retries (held until dueAt), and the dead letters of the backlog table
import { Inject, Injectable } from '@nestjs/common';
import { type DeliveryAttempt, deliveryAttemptKey, dlqOf, serialiseDeliveryAttempt, TOPICS } from '#libs/contracts';
import { type ConsumedMessage, deadLetterHeaders, type OutgoingMessage, Producer } from '#libs/messaging';
import type { UnreadableRow } from './backlog/backlog.repository.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

/** An attempt with the trace it belongs to. */
export interface TracedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When its event was published, epoch ms: travels with a first attempt, to measure its way. */
  readonly eventAtMs?: number;
}

export const EVENT_AT_HEADER = 'event-at';

@Injectable()
export class AttemptsPublisher {
  constructor(
    private readonly producer: Producer,
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'topicPrefix'>,
  ) {}

  async publishNow(attempts: readonly TracedAttempt[]): Promise<void> {
    await this.producer.publish(attempts.map((attempt) => toMessage(TOPICS.deliveryAttempts.name, attempt)));
  }

  async publishRetries(attempts: readonly TracedAttempt[]): Promise<void> {
    await this.producer.publish(attempts.map((attempt) => toMessage(TOPICS.deliveryRetries.name, attempt)));
  }

  /** What was held goes on as it came: settle has already set its number. */
  async release(due: readonly ConsumedMessage[]): Promise<void> {
    await this.producer.publish(due.map(({ key, value, headers }) => ({ topic: TOPICS.deliveryAttempts.name, key, value, headers })));
  }

  /** Rows of the backlog that cannot be read, as dead letters of the topic they came from. */
  async park(rows: readonly UnreadableRow[]): Promise<void> {
    await this.producer.publish(rows.map((row) => toDeadLetter(row, this.config.topicPrefix)));
  }
}

/** Where in the topic it lay is not known any more. */
const NOWHERE = { partition: -1, offset: '-1' };

function toDeadLetter({ backlogId, message, traceparent, spilledAtMs, ...way }: UnreadableRow, prefix: string): OutgoingMessage {
  const [key, value] = [Buffer.from(deliveryAttemptKey(way)), Buffer.from(message)];
  const headers = { ...(traceparent !== undefined && { traceparent }) };
  const topic = TOPICS.deliveryAttempts.name;
  const came: ConsumedMessage = { topic, ...NOWHERE, key, value, timestampMs: spilledAtMs, headers };
  const detail = `no delivery-attempt/1: row ${backlogId} of table delivery_backlog`;
  return { topic: dlqOf(topic), key, value, headers: deadLetterHeaders(came, { reason: 'E_SCHEMA', detail, prefix }) };
}

const toMessage = (topic: string, { attempt, traceparent, eventAtMs }: TracedAttempt): OutgoingMessage => ({
  topic,
  key: deliveryAttemptKey(attempt),
  value: Buffer.from(serialiseDeliveryAttempt(attempt)), // as text it would lie in memory until all are written
  headers: toHeaders(traceparent, eventAtMs),
});

function toHeaders(traceparent: string | undefined, eventAtMs: number | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  if (eventAtMs !== undefined) headers[EVENT_AT_HEADER] = String(eventAtMs);
  return headers;
}
