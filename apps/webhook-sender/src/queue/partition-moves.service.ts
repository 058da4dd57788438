import { Injectable } from '@nestjs/common';
import { GROUPS } from '#libs/contracts';
import { type Assignment, BatchServers, type PartitionListener } from '#libs/messaging';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { type Claim, Ownership } from '../partitions/ownership.service.js';
import { AttemptExecution } from './attempt-execution.service.js';
import { Barriers } from './barriers.service.js';
import { ReceiverQueues } from './receiver-queues.service.js';

/** What happens when partitions of topic delivery-attempts come and go, with the receivers in them. */
@Injectable()
export class PartitionMoves implements PartitionListener {
  /** The markers of the latest move. */
  private marking: Promise<void> = Promise.resolve();

  constructor(
    private readonly ownership: Ownership,
    private readonly queues: ReceiverQueues,
    private readonly barriers: Barriers,
    private readonly execution: AttemptExecution,
    private readonly overflow: OverflowWriter,
    private readonly consumers: BatchServers,
  ) {}

  /** Waits until the partitions are claimed; asked for before tables are read. @throws when the database is down */
  claimed(): Promise<Claim> {
    return this.ownership.claimed(() => this.takeOver());
  }

  /** Where the attempts of a receiver belong. */
  partitionOf({ receiverId }: { readonly receiverId: string }): number {
    return this.ownership.partitionOf(receiverId);
  }

  /** Forgets what waits: it comes again to the next owner. Attempts in flight get their markers, then the next owners may begin. */
  onPartitionsRevoked(): void {
    const release = this.ownership.onPartitionsRevoked();
    this.overflow.receivers.clear();
    this.queues.forgetWaiting();
    this.marking = this.overflow.markInFlight().then(release);
  }

  /** Forgets again: a member that the group has removed gets no revocation. */
  onPartitionsAssigned(assignment: Assignment): void {
    this.onPartitionsRevoked();
    this.queues.forgetUnsent(this.execution.onPartitionsAssigned(assignment.isSure));
    this.ownership.onPartitionsAssigned(assignment);
  }

  /** On the way out: the next owners begin at once, while the attempts that are under way end here. A slow receiver keeps no other one waiting. */
  async leave(): Promise<void> {
    await Promise.all([this.consumers.close(GROUPS.attempts.name), this.queues.drain()]);
  }

  /** On the way out: nothing is under way any more. @throws when the database is down: the next owners wait until this process looks gone */
  async release(): Promise<void> {
    await this.marking;
    await this.overflow.releaseKept();
    await this.ownership.release();
  }

  private async takeOver(): Promise<void> {
    const isOwned = (receiverId: string): boolean => this.ownership.owns(receiverId);
    await this.barriers.takeOver(isOwned);
    this.overflow.receivers.keepOnly(isOwned); // markers of others' receivers were written meanwhile
    await this.overflow.findReceivers();
  }
}
