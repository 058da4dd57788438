// out: topics delivery-attempts (POSTs to make now), delivery-retries (held until dueAt), and the dead letters of table delivery_backlog
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import { type DeliveryAttempt, deliveryAttemptKey, dlqOf, receiverKeyOf, serialiseDeliveryAttempt, TOPICS } from '#libs/contracts';
import { type ConsumedMessage, deadLetterHeaders, type OutgoingMessage, Producer } from '#libs/messaging';
import { Backpressure } from '../partitions/backpressure.service.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** An attempt with the trace it belongs to. */
export interface TracedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When its event was published, epoch ms: travels with a first attempt, to measure its way. */
  readonly eventAtMs?: number;
}

export const EVENT_AT_HEADER = 'event-at';

/** Publishes attempts to Kafka. */
@Injectable()
export class AttemptsPublisher {
  constructor(
    private readonly producer: Producer,
    private readonly backpressure: Backpressure,
    @Inject(CONFIG) private readonly config: Pick<WebhookSenderConfig, 'topicPrefix'>,
  ) {}

  async publishNow(attempts: readonly TracedAttempt[]): Promise<void> {
    this.backpressure.published(attempts.map(({ attempt }) => attempt.receiverId));
    await this.producer.publish(attempts.map((each) => toMessage(TOPICS.deliveryAttempts.name, each.attempt.receiverId, each)));
  }

  async publishRetries(attempts: readonly TracedAttempt[]): Promise<void> {
    await this.producer.publish(attempts.map((each) => toMessage(TOPICS.deliveryRetries.name, deliveryAttemptKey(each.attempt), each)));
  }

  /** What was held, or lay in another receiver's partition, goes on as it came, under the key of its receiver. */
  async release(messages: readonly ConsumedMessage[]): Promise<void> {
    const released = messages.map(({ key, value, headers }) => ({ key: receiverKeyOf(key), value, headers }));
    this.backpressure.published(released.map(({ key }) => key ?? ''));
    await this.producer.publish(released.map((message) => ({ topic: TOPICS.deliveryAttempts.name, ...message })));
  }

  /** Messages that waited in table delivery_backlog and cannot be read, as dead letters of the topic they came from. */
  async park(lost: readonly LostMessage[]): Promise<void> {
    await this.producer.publish(lost.map((each) => toDeadLetter(each, this.config.topicPrefix)));
  }
}

/** A message that waited in table delivery_backlog and that this program cannot read. */
export interface LostMessage {
  readonly key: string;
  readonly message: string;
  readonly traceparent: string | undefined;
  /** When it came, epoch ms. */
  readonly timestampMs: number;
  readonly detail: string;
}

/** Where in the topic it lay is not known any more. */
const NOWHERE = { partition: -1, offset: '-1' };

function toDeadLetter({ message, traceparent, timestampMs, detail, ...lost }: LostMessage, prefix: string): OutgoingMessage {
  const topic = TOPICS.deliveryAttempts.name;
  const [key, value] = [Buffer.from(lost.key), Buffer.from(message)];
  const headers = { ...(traceparent !== undefined && { traceparent }) };
  const came: ConsumedMessage = { topic, ...NOWHERE, key, value, timestampMs, headers };
  return { topic: dlqOf(topic), key, value, headers: deadLetterHeaders(came, { reason: 'E_SCHEMA', detail, prefix }) };
}

const toMessage = (topic: string, key: string, { attempt, traceparent, eventAtMs }: TracedAttempt): OutgoingMessage => ({
  topic,
  key,
  value: Buffer.from(serialiseDeliveryAttempt(attempt)), // as text it would lie in memory until all are written
  headers: toHeaders(traceparent, eventAtMs),
});

function toHeaders(traceparent: string | undefined, eventAtMs: number | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  if (eventAtMs !== undefined) headers[EVENT_AT_HEADER] = String(eventAtMs);
  return headers;
}
