// out: topics delivery-attempts (POSTs to make now) and delivery-retries (held until dueAt)
import { Injectable } from '@nestjs/common';
import { type DeliveryAttempt, deliveryAttemptKey, serialiseDeliveryAttempt, TOPICS } from '#libs/contracts';
import { type ConsumedMessage, type OutgoingMessage, Producer } from '#libs/messaging';

/** An attempt with the trace it belongs to. */
export interface TracedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
}

@Injectable()
export class AttemptsPublisher {
  constructor(private readonly producer: Producer) {}

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
}

const toMessage = (topic: string, { attempt, traceparent }: TracedAttempt): OutgoingMessage => ({
  topic,
  key: deliveryAttemptKey(attempt),
  value: serialiseDeliveryAttempt(attempt),
  ...(traceparent !== undefined && { headers: { traceparent } }),
});
