// in: topic delivery-retries, held until due; out: topic delivery-attempts
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { TOPICS, whyNoDeliveryAttempt } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, hold, park, type Verdict } from '#libs/messaging';
import { AttemptsPublisher } from './attempts.publisher.js';
import { readDue } from './delivery/hold-until-due.js';
import { ReleasePace } from './delivery/release-pace.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import { Lanes } from './lanes/lanes.service.js';

export const RETRIES_CONSUMER = Symbol('webhook-sender retries');

@Controller()
export class RetriesConsumer {
  private readonly pace: ReleasePace;

  constructor(
    private readonly attempts: AttemptsPublisher,
    private readonly events: DeliveryEvents,
    lanes: Lanes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pace = new ReleasePace(() => lanes.pool.waiting);
  }

  @BatchPattern(RETRIES_CONSUMER, TOPICS.deliveryRetries.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    const { due, untilMs } = readDue(messages, this.clock.nowMs());
    const granted = due.slice(0, this.pace.grant(due.length, this.clock.steadyMs()));
    const next = due[granted.length];
    this.events.retries.seen(messages[0]!.partition, next?.dueAtMs ?? untilMs);
    await this.attempts.release(messages.filter((_, index) => granted[index] !== undefined));
    const againAtMs = granted.length < due.length ? this.pace.againAtMs(this.clock.nowMs()) : untilMs;
    return messages.map(({ value }, index) => {
      if (index >= granted.length) return hold(againAtMs);
      return granted[index] ? done : park('E_SCHEMA', whyNoDeliveryAttempt(value));
    });
  }
}
