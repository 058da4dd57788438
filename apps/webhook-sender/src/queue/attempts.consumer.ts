// in: topic delivery-attempts; out: POSTs in the receivers' queues, then table delivery_attempt and topic delivery-retries
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK } from '#libs/config';
import { attemptId, type DeliveryAttempt, readDeliveryAttempt, TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, deadLetter, type Verdict } from '#libs/messaging';
import { AttemptsPublisher, EVENT_AT_HEADER } from '../attempt/attempts.publisher.js';
import { ReceiverCache } from '../receivers/receiver-cache.service.js';
import { type QueuedAttempt, toQueuedAttempt } from '../attempt/queued-attempt.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import { IntakeRepository } from './intake.repository.js';
import { PartitionMoves } from './partition-moves.service.js';
import { NEVER, ReceiverQueues } from './receiver-queues.service.js';

export const ATTEMPTS_CONSUMER = Symbol('webhook-sender attempts');

/** Consumes topic `delivery-attempts`, fills the queues. */
@Controller()
export class AttemptsConsumer {
  constructor(
    private readonly intake: IntakeRepository,
    private readonly receivers: ReceiverCache,
    private readonly queues: ReceiverQueues,
    private readonly moves: PartitionMoves,
    private readonly publisher: AttemptsPublisher,
    private readonly backpressure: Backpressure,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(ATTEMPTS_CONSUMER, TOPICS.deliveryAttempts.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    for (const { partition, unreadBehind = 0 } of messages) this.backpressure.read(partition, unreadBehind);
    const read = messages.map(readDeliveryAttempt);
    const attempts = read.map((each) => (each.ok ? each.value : undefined));
    const claim = await this.moves.claimed();
    if (claim.isOver()) return messages.map(() => NEVER); // how many partitions there are may be unknown still
    const isMisplaced = messages.map(({ partition }, index) => this.isMisplaced(attempts[index], partition));
    await this.publisher.release(
      messages.flatMap((message, index) => (isMisplaced[index] ? [{ receiverId: attempts[index]!.receiverId, message }] : [])),
    );
    const begun = attempts.map((attempt) => attempt && this.queues.verdictOf(attempt));
    const toOpen = attempts.map((attempt, index) => (begun[index] || isMisplaced[index] ? undefined : attempt));
    const queuedAttempts = await this.open(toOpen, messages);

    if (claim.isOver()) return messages.map(() => NEVER);
    const verdicts = await this.queues.take([...queuedAttempts.values()]);
    const verdictOf = new Map([...queuedAttempts.keys()].map((index, position) => [index, verdicts[position]]));
    return read.map((each, index) => {
      if (!each.ok) return deadLetter(each.reason, each.detail);
      return begun[index] ?? verdictOf.get(index) ?? done; // in its partition by now, or made and recorded before: neither made nor retried again
    });
  }

  /** A publisher that knew another number of partitions, or took another key, has placed it elsewhere: its receiver is not owned here. */
  private isMisplaced(attempt: DeliveryAttempt | undefined, partition: number): boolean {
    return attempt !== undefined && this.moves.partitionOf(attempt) !== partition;
  }

  /** The attempts that are still to be made, by their place in the batch, with their receivers as configured now. */
  private async open(
    attempts: readonly (DeliveryAttempt | undefined)[],
    messages: readonly ConsumedMessage[],
  ): Promise<Map<number, QueuedAttempt>> {
    const readable = attempts.filter((attempt) => attempt !== undefined);
    const receiverReadAtMs = this.clock.steadyMs();
    const { closed, versions } = await this.intake.stateOf(readable);
    const receivers = await this.receivers.endpointsOf(versions, receiverReadAtMs);
    const queuedAttempts = attempts.flatMap((attempt, index): [number, QueuedAttempt][] => {
      if (!attempt || closed.has(attemptId(attempt))) return [];
      const { traceparent, [EVENT_AT_HEADER]: eventAt } = messages[index]!.headers;
      const eventAtMs = Number(eventAt) || undefined;
      return [[index, toQueuedAttempt({ attempt, traceparent, eventAtMs, receiver: receivers.get(attempt.receiverId), receiverReadAtMs })]];
    });
    return new Map(queuedAttempts);
  }
}
