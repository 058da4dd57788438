// in: topic delivery-attempts; out: POSTs in the receivers' queues, then table delivery_attempt and topic delivery-retries
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type DeliveryAttempt, readDeliveryAttempt, TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, deadLetter, type Verdict } from '#libs/messaging';
import { AttemptsPublisher, EVENT_AT_HEADER } from '../attempt/attempts.publisher.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import type { OwnedPartition } from '../partitions/owned-partition.js';
import { Ownership } from '../partitions/ownership.service.js';
import { QueuedAttempt } from '../queue/queued-attempt.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { Dispatcher, NEVER } from './dispatcher.service.js';
import { IntakeRepository } from './intake.repository.js';
import { PartitionMoves } from './partition-moves.service.js';

export const ATTEMPTS_CONSUMER = Symbol('webhook-sender attempts');

/** A message whose receiver belongs to this partition. */
interface Arrival {
  readonly message: ConsumedMessage;
  readonly attempt: DeliveryAttempt;
  readonly partition: OwnedPartition;
}

/** Consumes topic `delivery-attempts` and fills the queues. */
@Controller()
export class AttemptsConsumer {
  constructor(
    private readonly intake: IntakeRepository,
    private readonly ownership: Ownership,
    private readonly queues: ReceiverQueues,
    private readonly dispatcher: Dispatcher,
    private readonly moves: PartitionMoves,
    private readonly publisher: AttemptsPublisher,
    private readonly backpressure: Backpressure,
  ) {}

  @BatchPattern(ATTEMPTS_CONSUMER, TOPICS.deliveryAttempts.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<(Verdict | Promise<Verdict>)[]> {
    for (const { partition, unreadBehind = 0 } of messages) this.backpressure.read(partition, unreadBehind);
    const claim = await this.moves.claimed();
    if (claim.isOver()) return messages.map(() => NEVER); // the number of partitions may still be unknown
    /** Verdicts by message. A message without an entry is done: its attempt was recorded before, or belongs elsewhere. */
    const verdicts = new Map<ConsumedMessage, Verdict | Promise<Verdict>>();
    const arrivals = await this.arrivalsOf(messages, verdicts);
    const open = await this.intake.openOf(arrivals.map(({ attempt }) => attempt));
    if (claim.isOver()) return messages.map(() => NEVER);

    const toMake = arrivals.filter(({ attempt }) => open.has(attempt));
    const queuedAttempts = toMake.map(({ message: { headers }, attempt, partition }) => {
      const eventAtMs = Number(headers[EVENT_AT_HEADER]) || undefined;
      return new QueuedAttempt(this.queues.of(attempt, partition)!, {
        attempt,
        traceparent: headers['traceparent'],
        eventAtMs,
        ...open.get(attempt)!,
      });
    });
    const taken = await this.dispatcher.take(queuedAttempts);
    toMake.forEach(({ message }, index) => verdicts.set(message, taken[index]!));
    return messages.map((message) => verdicts.get(message) ?? done);
  }

  /** Returns the attempts to look up: readable, not in a queue or in flight here, and in their receiver's partition. */
  private async arrivalsOf(
    messages: readonly ConsumedMessage[],
    verdicts: Map<ConsumedMessage, Verdict | Promise<Verdict>>,
  ): Promise<Arrival[]> {
    const misplaced: { receiverId: string; message: ConsumedMessage }[] = [];
    const arrivals = messages.flatMap((message): Arrival[] => {
      const read = readDeliveryAttempt(message);
      if (!read.ok) {
        verdicts.set(message, deadLetter(read.reason, read.detail));
        return [];
      }
      const { value: attempt } = read;
      const known = this.dispatcher.verdictOf(attempt);
      // A publisher that used another number of partitions or another key placed the message here. Its receiver belongs elsewhere.
      if (this.ownership.partitionOf(attempt.receiverId) !== message.partition) misplaced.push({ receiverId: attempt.receiverId, message });
      else if (known) verdicts.set(message, known);
      else return [{ message, attempt, partition: this.owned(message.partition) }];
      return [];
    });
    if (misplaced.length > 0) await this.publisher.release(misplaced);
    return arrivals;
  }

  /** @throws when the partition is being claimed again: take the batch again */
  private owned(partition: number): OwnedPartition {
    const owned = this.ownership.ownedPartition(partition);
    if (!owned) throw new Error(`partition ${partition} is being claimed again`);
    return owned;
  }
}
