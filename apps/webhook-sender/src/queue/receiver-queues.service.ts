import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#libs/config';
import type { OwnedPartition } from '../partitions/owned-partition.js';
import { Ownership } from '../partitions/ownership.service.js';
import type { Queue, QueuedAttempt } from './queued-attempt.js';
import { type QueueSettings, type Receiver, ReceiverQueue } from './receiver-queue.js';

/** The queues of this process's receivers, by partition. A queue is made when it is first needed and removed when nothing is left in it. */
@Injectable()
export class ReceiverQueues {
  /** By partition, then by receiver. */
  private queues = new Map<OwnedPartition, Map<string, Queue>>();

  constructor(
    private readonly ownership: Ownership,
    @Inject(CONFIG) private readonly settings: QueueSettings,
  ) {}

  /**
   * Returns the receiver's queue, and makes it if needed. Ask again after each wait, because an empty queue may be removed meanwhile.
   * @param partition the partition that the receiver lives in
   * @returns undefined when another process owns the receiver
   */
  of(receiver: Receiver, partition = this.ownership.ownedPartitionOf(receiver.receiverId)): Queue | undefined {
    const { receiverId } = receiver;
    const queues = partition && this.queues.get(partition);
    if (!queues) return undefined;
    const known = queues.get(receiverId);
    if (known) return known;
    const queue = new ReceiverQueue<QueuedAttempt>(receiver, partition, this.settings);
    queues.set(receiverId, queue);
    return queue;
  }

  *all(): Iterable<Queue> {
    for (const queues of this.queues.values()) yield* queues.values();
  }

  /** The number of receivers with an open circuit. */
  get openCircuits(): number {
    let count = 0;
    for (const { isOpen } of this.all()) if (isOpen) count += 1;
    return count;
  }

  /** Returns true when this process owns the partition, as last claimed. */
  owns(partition: OwnedPartition): boolean {
    return this.ownership.claimedPartitions.get(partition.partition) === partition;
  }

  /**
   * Call this when partitions are claimed. Partitions that nobody else has owned meanwhile keep their queues with everything these
   * remember. New partitions begin with the queues whose attempts are still in flight here; what these queues have learnt no longer counts.
   * @param inFlight queues with attempts in flight
   * @returns the partitions that go on, and the queues whose receivers others have owned meanwhile
   */
  claimed(inFlight: Iterable<Queue>): { goOn: ReadonlySet<OwnedPartition>; returned: readonly Queue[] } {
    const owned = [...this.ownership.claimedPartitions.values()];
    const goOn = new Set(owned.filter((partition) => this.queues.has(partition)));
    this.queues = new Map(owned.map((partition) => [partition, this.queues.get(partition) ?? new Map<string, Queue>()]));
    const returned = [...inFlight].filter((queue) => !this.queues.has(queue.partition) && this.enter(queue));
    return { goOn, returned };
  }

  /** Removes queues that have nothing left. Call this regularly. */
  tidy(nowMs: number): void {
    for (const queues of this.queues.values())
      for (const [receiverId, queue] of queues) if (queue.isForgettable(nowMs)) queues.delete(receiverId);
  }

  /** @returns false when another process owns the receiver */
  private enter(queue: Queue): boolean {
    const partition = this.ownership.ownedPartitionOf(queue.receiverId);
    if (!partition) return false;
    queue.returnTo(partition);
    this.queues.get(partition)!.set(queue.receiverId, queue);
    return true;
  }
}
