import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { Origin } from '../queue/ordered-attempts.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import type { Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import { Scheduler, type SchedulerLimits } from './scheduler.js';

/**
 * The scheduler of this process. Tells publishers how many attempts wait for this process, without those that wait for limits of their
 * receivers.
 */
@Injectable()
export class Turns extends Scheduler<QueuedAttempt> {
  constructor(
    @Inject(CONFIG) limits: SchedulerLimits,
    private readonly backpressure: Backpressure,
  ) {
    super(limits);
  }

  override add(queued: QueuedAttempt): void {
    queued.isCounted = !queued.isStored && !queued.queue.isPaced;
    if (queued.isCounted) this.backpressure.queued(queued.receiverReadAtMs);
    super.add(queued);
  }

  override start(nowMs: number, mayBegin: (queue: Queue) => boolean): QueuedAttempt | undefined {
    const queued = super.start(nowMs, mayBegin);
    if (queued) this.left(queued);
    return queued;
  }

  override evict(queue: Queue, which: Origin): QueuedAttempt[] {
    const evicted = super.evict(queue, which);
    evicted.forEach((queued) => this.left(queued));
    return evicted;
  }

  /** The counted attempts come again, here or elsewhere. */
  partitionsMoved(): void {
    this.backpressure.partitionsMoved();
  }

  private left({ isCounted, receiverReadAtMs }: QueuedAttempt): void {
    if (isCounted) this.backpressure.left(receiverReadAtMs);
  }
}
