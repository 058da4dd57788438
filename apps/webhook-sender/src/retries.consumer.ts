// in: topic delivery-retries, held until due; out: topic delivery-attempts, or delivery-retries again when it is due by a wrong clock
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { type DeliveryAttempt, TOPICS, whyNoDeliveryAttempt } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, hold, park, type Verdict } from '#libs/messaging';
import { AttemptsPublisher, type TracedAttempt } from './attempts.publisher.js';
import { readDue } from './delivery/hold-until-due.js';
import { ReleasePace } from './delivery/release-pace.js';
import { DeliveryEvents } from './delivery-events.provider.js';
import { Lanes } from './lanes/lanes.service.js';
import { CONFIG, type WebhookSenderConfig } from './webhook-sender.config.js';

export const RETRIES_CONSUMER = Symbol('webhook-sender retries');

@Controller()
export class RetriesConsumer {
  private readonly pace: ReleasePace;

  constructor(
    private readonly attempts: AttemptsPublisher,
    private readonly events: DeliveryEvents,
    lanes: Lanes,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pace = new ReleasePace(() => lanes.pool.waiting);
  }

  @BatchPattern(RETRIES_CONSUMER, TOPICS.deliveryRetries.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    const { ripe, untilMs } = readDue(messages, { nowMs: this.clock.nowMs(), retryDelayMs: this.config.retryDelayMs });
    const granted = ripe.slice(0, this.pace.grant(ripe.length, this.clock.steadyMs()));
    const next = ripe[granted.length];
    this.events.retries.seen(messages[0]!.partition, next?.attempt?.dueAtMs ?? untilMs);
    await this.attempts.release(messages.filter((_, index) => granted[index]?.kind === 'due'));
    await this.attempts.publishRetries(
      granted.flatMap((each, index) => (each.kind === 'misdated' ? this.redated(each.attempt, messages[index]!) : [])),
    );
    const againAtMs = granted.length < ripe.length ? this.pace.againAtMs(this.clock.nowMs()) : untilMs;
    return messages.map(({ value }, index) => {
      if (index >= granted.length) return hold(againAtMs);
      return granted[index]!.attempt ? done : park('E_SCHEMA', whyNoDeliveryAttempt(value));
    });
  }

  private redated(attempt: DeliveryAttempt, { timestampMs, headers }: ConsumedMessage): TracedAttempt {
    this.events.misdated(attempt, timestampMs - this.clock.nowMs());
    return { attempt, traceparent: headers['traceparent'] };
  }
}
