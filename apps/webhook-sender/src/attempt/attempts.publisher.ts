// out: topics delivery-attempts (POSTs to make now) and delivery-retries (held until dueAt)
import { Injectable } from '@nestjs/common';
import { type DeliveryAttempt, deliveryAttemptHeaders, deliveryAttemptKey, TOPICS } from '#libs/contracts';
import { type ConsumedMessage, type OutgoingMessage, Producer } from '#libs/messaging';
import { Backpressure } from '../partitions/backpressure.service.js';

/** An attempt with the trace it belongs to. */
export interface TracedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When the event was published, epoch ms. Only first attempts carry it, to measure the time from event to success. */
  readonly eventAtMs?: number;
}

export const EVENT_AT_HEADER = 'event-at';

/** Publishes attempts to Kafka. */
@Injectable()
export class AttemptsPublisher {
  constructor(
    private readonly producer: Producer,
    private readonly backpressure: Backpressure,
  ) {}

  async publishNow(attempts: readonly TracedAttempt[]): Promise<void> {
    this.backpressure.published(attempts.map(({ attempt }) => attempt.receiverId));
    await this.producer.publish(attempts.map((each) => toMessage(TOPICS.deliveryAttempts.name, each.attempt.receiverId, each)));
  }

  async publishRetries(attempts: readonly TracedAttempt[]): Promise<void> {
    await this.producer.publish(attempts.map((each) => toMessage(TOPICS.deliveryRetries.name, deliveryAttemptKey(each.attempt), each)));
  }

  /** Publishes held or misplaced messages unchanged, with the receiver's id as key: their own key may be anything. */
  async release(messages: readonly ReleasedMessage[]): Promise<void> {
    this.backpressure.published(messages.map(({ receiverId }) => receiverId));
    await this.producer.publish(messages.map(({ receiverId, message }) => toReceiver(receiverId, message)));
  }
}

/** A message, and the receiver of its attempt. */
export interface ReleasedMessage {
  readonly receiverId: string;
  readonly message: Pick<ConsumedMessage, 'value' | 'headers' | 'rawHeaders'>;
}

/** Addresses the message to the receiver's partition. */
const toReceiver = (receiverId: string, { value, headers, rawHeaders }: ReleasedMessage['message']): OutgoingMessage => ({
  topic: TOPICS.deliveryAttempts.name,
  key: receiverId,
  value,
  headers: rawHeaders ?? headers,
});

const toMessage = (topic: string, key: string, { attempt, traceparent, eventAtMs }: TracedAttempt): OutgoingMessage => ({
  topic,
  key,
  value: attempt.body,
  headers: { ...deliveryAttemptHeaders(attempt), ...passing(traceparent, eventAtMs) },
});

const passing = (traceparent: string | undefined, eventAtMs: number | undefined): Record<string, string> => ({
  ...(traceparent !== undefined && { traceparent }),
  ...(eventAtMs !== undefined && { [EVENT_AT_HEADER]: String(eventAtMs) }),
});
