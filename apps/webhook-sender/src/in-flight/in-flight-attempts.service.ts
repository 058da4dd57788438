import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import { Condition } from '../batching/condition.js';
import type { Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import { type SendPermission, SendPermissions } from './send-permissions.js';

/** An attempt between its permit and its record. */
export interface InFlightAttempt {
  readonly queued: QueuedAttempt;
  readonly permission: SendPermission;
  /** The earlier attempt of the same delivery that has begun and is not recorded yet. */
  readonly before: QueuedAttempt | undefined;
  /** The attempt's row in delivery_overflow: it waited there, or the row is a marker for the next owner of its partition. */
  overflowId: number | undefined;
  /** The attempt comes again as a message, so its row is deleted. */
  isPutBack: boolean;
}

/** All attempts of this process that have begun and are not recorded yet, even if another process now owns their partition. */
@Injectable()
export class InFlightAttempts {
  /** In the order in which they began. */
  private readonly attempts = new Map<QueuedAttempt, InFlightAttempt>();
  /** The latest attempt of each delivery: usually the only one, but a kill forks the chain of retries. */
  private readonly latestOf = new Map<string, QueuedAttempt>();
  private readonly permissions: SendPermissions;
  private readonly ends = new Condition();

  constructor(@Inject(CLOCK) clock: Pick<Clock, 'steadyMs'>) {
    this.permissions = new SendPermissions(clock);
  }

  get size(): number {
    return this.attempts.size;
  }

  get(queued: QueuedAttempt): InFlightAttempt | undefined {
    return this.attempts.get(queued);
  }

  /** In the order in which they began. */
  all(): InFlightAttempt[] {
    return [...this.attempts.values()];
  }

  /** The queue of each attempt in flight. */
  *queues(): Iterable<Queue> {
    for (const { queue } of this.attempts.keys()) yield queue;
  }

  /**
   * Returns true when an attempt of the same consignment and receiver is in flight. The next attempt can be in its queue while the earlier
   * one is still being recorded.
   */
  hasConsignmentOf({ queue, consignmentId }: QueuedAttempt): boolean {
    if (queue.unrecorded === 0) return false;
    for (const other of this.attempts.keys()) if (other.queue === queue && other.consignmentId === consignmentId) return true;
    return false;
  }

  /** Call this when the attempt leaves its queue, before anything about the attempt is asked. */
  begin(queued: QueuedAttempt): InFlightAttempt {
    const { deliveryId } = queued.attempt;
    const before = this.latestOf.get(deliveryId);
    const begun = { queued, permission: this.permissions.give(), before, overflowId: queued.overflowId, isPutBack: false };
    this.latestOf.set(deliveryId, queued);
    this.attempts.set(queued, begun);
    queued.queue.unrecorded += 1;
    queued.isInFlight = true;
    return begun;
  }

  /** Ends an attempt that is recorded or was not made. */
  end({ queued }: InFlightAttempt): void {
    const { deliveryId } = queued.attempt;
    this.attempts.delete(queued);
    queued.queue.unrecorded -= 1;
    queued.isInFlight = false;
    if (this.latestOf.get(deliveryId) === queued) this.latestOf.delete(deliveryId);
    this.ends.announce();
  }

  /**
   * Partitions have come, so unsent attempts come again.
   * @returns the unsent attempts; their permissions are void
   */
  onPartitionsAssigned(isSure: () => boolean): QueuedAttempt[] {
    this.permissions.onPartitionsAssigned(isSure);
    return this.all().flatMap(({ queued, permission }) => (permission.isUnsent ? [queued] : []));
  }

  /** No permission waits for an answer of the group any more. */
  stop(): void {
    this.permissions.stop();
  }

  /** Resolves when an attempt has ended, or after `timeoutMs`. */
  nextEnd(timeoutMs: number): Promise<void> {
    return this.ends.next(timeoutMs);
  }
}
