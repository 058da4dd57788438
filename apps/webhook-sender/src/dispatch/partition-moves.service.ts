import { Injectable } from '@nestjs/common';
import { GROUPS } from '#libs/contracts';
import { type Assignment, BatchServers, type PartitionListener } from '#libs/messaging';
import { InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { type Claim, Ownership } from '../partitions/ownership.service.js';
import { ReceiverStates } from '../turns/receiver-states.service.js';
import { Dispatcher } from './dispatcher.service.js';

/** What happens when partitions of topic delivery-attempts come and go, with the receivers in them. */
@Injectable()
export class PartitionMoves implements PartitionListener {
  /** The markers of the latest move. */
  private marking: Promise<void> = Promise.resolve();

  constructor(
    private readonly ownership: Ownership,
    private readonly states: ReceiverStates,
    private readonly dispatcher: Dispatcher,
    private readonly inFlight: InFlightAttempts,
    private readonly overflow: OverflowWriter,
    private readonly rows: OverflowReader,
    private readonly consumers: BatchServers,
  ) {}

  /** Waits until the partitions are claimed; asked for before tables are read. @throws when the database is down */
  claimed(): Promise<Claim> {
    return this.ownership.claimed((isCurrent) => this.takeOver(isCurrent));
  }

  /** Forgets what waits: it comes again to the next owner. Attempts in flight get their markers, then the next owners may begin. */
  onPartitionsRevoked(): void {
    const release = this.ownership.onPartitionsRevoked();
    this.dispatcher.forgetWaiting();
    this.marking = this.overflow.markInFlight().then(release);
  }

  /** Forgets again: a member that the group has removed gets no revocation. */
  onPartitionsAssigned(assignment: Assignment): void {
    this.onPartitionsRevoked();
    this.dispatcher.forgetUnsent(this.inFlight.onPartitionsAssigned(assignment.isSure));
    this.ownership.onPartitionsAssigned(assignment);
  }

  /** On the way out: the next owners begin at once, while what is in flight ends here. A slow receiver keeps no other one waiting. */
  async leave(): Promise<void> {
    await Promise.all([this.consumers.close(GROUPS.attempts.name), this.dispatcher.drain()]);
  }

  /** On the way out: nothing is in flight any more. @throws when the database is down: the next owners wait until this process looks gone */
  async release(): Promise<void> {
    await this.marking;
    await this.overflow.releaseKept();
    await this.ownership.release();
  }

  private async takeOver(isCurrent: () => boolean): Promise<void> {
    await this.states.takeOver(isCurrent);
    await this.rows.findReceivers();
  }
}
