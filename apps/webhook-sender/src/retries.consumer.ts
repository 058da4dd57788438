// in: topic delivery-retries, held until due; out: topic delivery-attempts
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { TOPICS, whyNoDeliveryAttempt } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, hold, park, type Verdict } from '#libs/messaging';
import { AttemptsPublisher } from './attempts.publisher.js';
import { readDue } from './delivery/hold-until-due.js';
import { DeliveryEvents } from './delivery-events.provider.js';

export const RETRIES_CONSUMER = Symbol('webhook-sender retries');

@Controller()
export class RetriesConsumer {
  constructor(
    private readonly attempts: AttemptsPublisher,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(RETRIES_CONSUMER, TOPICS.deliveryRetries.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    const { due, untilMs } = readDue(messages, this.clock.nowMs());
    this.events.retries.seen(messages[0]!.partition, untilMs);
    await this.attempts.release(messages.filter((_, index) => due[index] !== undefined));
    return messages.map(({ value }, index) => {
      if (index >= due.length) return hold(untilMs);
      return due[index] ? done : park('E_SCHEMA', whyNoDeliveryAttempt(value));
    });
  }
}
