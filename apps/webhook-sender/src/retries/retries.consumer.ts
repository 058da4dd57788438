// in: topic delivery-retries, held until due; out: topic delivery-attempts, or delivery-retries again for a retry dated by a wrong clock
import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Clock, CLOCK, CONFIG } from '#libs/config';
import { type DeliveryAttempt, TOPICS } from '#libs/contracts';
import { BatchPattern, type ConsumedMessage, done, hold, deadLetter, type Verdict } from '#libs/messaging';
import { AttemptsPublisher, type TracedAttempt } from '../attempt/attempts.publisher.js';
import { readDue } from './due.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';

/** The share of the free room that one partition may take: partitions are looked at in turn, and the first must not take all the room. */
const SHARE = 1 / 4;
/** The due retries that a partition releases even without room: first attempts can need all the room for a long time. */
const LEAST = 5;
const AGAIN_AFTER_MS = 100;

export const RETRIES_CONSUMER = Symbol('webhook-sender retries');

/** Holds retries until due, then publishes them as attempts. */
@Controller()
export class RetriesConsumer {
  constructor(
    private readonly attempts: AttemptsPublisher,
    private readonly events: DeliveryEvents,
    private readonly backpressure: Backpressure,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @BatchPattern(RETRIES_CONSUMER, TOPICS.deliveryRetries.name)
  async take(@Payload() messages: readonly ConsumedMessage[]): Promise<Verdict[]> {
    const { ripe, untilMs } = readDue(messages, { nowMs: this.clock.nowMs(), retryDelayMs: this.config.retryDelayMs });
    const granted = ripe.slice(0, this.grantedOf(ripe));
    const next = ripe[granted.length];
    this.events.retries.seen(messages[0]!.partition, next?.attempt?.dueAtMs ?? untilMs);
    await this.attempts.release(
      granted.flatMap(({ kind, attempt }, index) =>
        kind === 'due' ? [{ receiverId: attempt.receiverId, message: messages[index]! }] : [],
      ),
    );
    await this.attempts.publishRetries(
      granted.flatMap((each, index) => (each.kind === 'misdated' ? this.redated(each.attempt, messages[index]!) : [])),
    );
    const againAtMs = granted.length < ripe.length ? this.clock.nowMs() + AGAIN_AFTER_MS : untilMs;
    return messages.map((_, index) => {
      const each = granted[index];
      if (each === undefined) return hold(againAtMs);
      return each.kind === 'unreadable' ? deadLetter(each.fault.reason, each.fault.detail) : done;
    });
  }

  /** Returns how many of these messages may go now: as many as their senders have room for. */
  private grantedOf(ripe: ReturnType<typeof readDue>['ripe']): number {
    const rooms = this.backpressure.rooms('retries');
    const most = Math.max(LEAST, Math.ceil(rooms.total * SHARE));
    const isFull = ripe.slice(0, most).findIndex(({ attempt }, index) => {
      const receiverIds = attempt ? [attempt.receiverId] : [];
      if (index >= LEAST && !rooms.isOpenTo(receiverIds)) return true;
      rooms.take(receiverIds);
      return false;
    });
    return isFull === -1 ? most : isFull;
  }

  private redated(attempt: DeliveryAttempt, { timestampMs, headers }: ConsumedMessage): TracedAttempt {
    this.events.misdated(attempt, timestampMs - this.clock.nowMs());
    return { attempt, traceparent: headers['traceparent'] };
  }
}
