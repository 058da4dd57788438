// in: topic delivery-attempts; out: POSTs in the receivers' lanes, then table delivery_attempt and topic delivery-retries
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { attemptId, type DeliveryAttempt, parseDeliveryAttempt, TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, park, type Verdict } from '#libs/messaging';
import { AttemptsRepository } from './attempts.repository.js';
import { Lanes } from './lanes.service.js';
import { ReceiversRepository } from './receivers.repository.js';

export const ATTEMPTS_CONSUMER = Symbol('webhook-sender attempts');

@Controller()
export class AttemptsConsumer {
  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly receivers: ReceiversRepository,
    private readonly lanes: Lanes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(ATTEMPTS_CONSUMER, TOPICS.deliveryAttempts.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    await this.lanes.room();
    const attempts = messages.map(({ value }) => parseDeliveryAttempt(value));
    const readable = attempts.filter((attempt): attempt is DeliveryAttempt => attempt !== undefined);
    const receiverReadAtMs = this.clock.nowMs();
    const [recorded, receivers] = await Promise.all([
      this.attempts.recordedOf(readable),
      this.receivers.endpoints(readable.map(({ receiverId }) => receiverId)),
    ]);
    return attempts.map((attempt, index) => {
      if (!attempt) return park('E_SCHEMA', 'no delivery-attempt/1');
      if (recorded.has(attemptId(attempt))) return done;
      const traceparent = messages[index]?.headers['traceparent'];
      return this.lanes.add({ attempt, traceparent, receiver: receivers.get(attempt.receiverId), receiverReadAtMs });
    });
  }
}
