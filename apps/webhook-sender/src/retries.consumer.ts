// in: topic delivery-retries, held until due; out: topic delivery-attempts
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { parseDeliveryAttempt, TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, hold, park, type Verdict } from '#libs/messaging';
import { AttemptsPublisher } from './attempts.publisher.js';
import { countDue } from './delivery/hold-until-due.js';

export const RETRIES_CONSUMER = Symbol('webhook-sender retries');

@Controller()
export class RetriesConsumer {
  constructor(
    private readonly attempts: AttemptsPublisher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(RETRIES_CONSUMER, TOPICS.deliveryRetries.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    const held = messages.map(({ value }) => parseDeliveryAttempt(value));
    const due = countDue(held, this.clock.nowMs());

    await this.attempts.release(messages.slice(0, due).filter((_, index) => held[index] !== undefined));
    return held.map((attempt, index) => {
      if (index >= due) return hold(attempt?.dueAtMs ?? 0);
      return attempt ? done : park('E_SCHEMA', 'no delivery-attempt/1');
    });
  }
}
