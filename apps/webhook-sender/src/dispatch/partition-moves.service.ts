import { Injectable } from '@nestjs/common';
import { GROUPS } from '#libs/contracts';
import { type Assignment, BatchServers, type PartitionListener } from '#libs/messaging';
import { InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { type Claim, Ownership } from '../partitions/ownership.service.js';
import { ReceiverStates } from '../turns/receiver-states.service.js';
import { Dispatcher } from './dispatcher.service.js';

/** Moves receivers in and out as partitions of topic delivery-attempts are assigned and revoked. */
@Injectable()
export class PartitionMoves implements PartitionListener {
  /** Resolves when the markers of the latest move are written. */
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

  /**
   * Waits until the partitions are claimed. Call this before reading the tables.
   * @throws when the database is down
   */
  claimed(): Promise<Claim> {
    return this.ownership.claimed((isCurrent) => this.takeOver(isCurrent));
  }

  /**
   * Forgets waiting attempts; the next owner gets them again. Attempts in flight get markers, then the partitions are released. Without
   * markers nothing is released: the next owners wait as for a process that is gone.
   */
  onPartitionsRevoked(): void {
    const release = this.ownership.onPartitionsRevoked();
    this.dispatcher.forgetWaiting();
    this.marking = this.overflow.markInFlight().then((areMarked) => (areMarked ? release() : undefined));
  }

  /** Forgets waiting attempts again: a member that the group has removed gets no revocation. */
  onPartitionsAssigned(assignment: Assignment): void {
    this.onPartitionsRevoked();
    this.dispatcher.forgetUnsent(this.inFlight.onPartitionsAssigned(assignment.isSure));
    this.ownership.onPartitionsAssigned(assignment);
  }

  /** At shutdown: gives up the partitions at once while attempts in flight end here, so that a slow receiver delays no other. */
  async leave(): Promise<void> {
    await Promise.all([this.consumers.close(GROUPS.attempts.name), this.dispatcher.drain()]);
  }

  /**
   * At shutdown, when nothing is in flight: releases the partitions.
   * @throws when the database is down: the next owners then wait until this process looks gone
   */
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
