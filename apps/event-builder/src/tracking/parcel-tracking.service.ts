import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK } from '#libs/config';
import type { Fault } from '#libs/contracts';
import { type ConsumedMessage, done, deadLetter, type Verdict } from '#libs/messaging';
import { errorFields, Logger } from '#libs/observability';
import { rowCreatedAtMs } from '#libs/persistence';
import type { EntityManager } from 'typeorm';
import type { Arrival, ReadArrival } from '../consignment/arrival.js';
import type { BatchOutcome } from '../batch/batch-outcome.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { foldBatch } from './fold-batch.js';
import { foldOverdue } from './fold-overdue.js';
import { ConsignmentsRepository, type DueConsignment } from '../storage/consignments.repository.js';
import { EventsPublisher } from '../events/events.publisher.js';
import { ParcelEvents } from './parcel-events.provider.js';
import { DeadLetterRowsRepository } from '../storage/dead-letter-rows.repository.js';
import { CurrentRules } from '../rulebook/current-rules.provider.js';

/** Handles both topics and the overdue job: load → decide → publish and write → commit. */
@Injectable()
export class ParcelTracking {
  constructor(
    private readonly consignments: ConsignmentsRepository,
    private readonly events: EventsPublisher,
    private readonly parcelEvents: ParcelEvents,
    private readonly deadLetters: DeadLetterRowsRepository,
    private readonly logger: Logger,
    private readonly rulebook: CurrentRules,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async take(messages: readonly ConsumedMessage[], read: ReadArrival): Promise<Verdict[]> {
    const nowMs = this.clock.nowMs();
    const arrivals = messages.map((message) => read(message, rowCreatedAtMs(message.timestampMs, nowMs)));
    const refused = await this.decide(arrivals.flatMap((arrival) => (arrival.ok ? [arrival.value] : [])));
    const faults = arrivals.map((arrival) => (arrival.ok ? refused.get(arrival.value) : arrival));
    await this.deadLetters.note(faults.flatMap((fault, index) => (fault ? [{ message: messages[index]!, fault }] : [])));
    return faults.map((fault) => (fault ? deadLetter(fault.reason, fault.detail) : done));
  }

  /** @returns the refused arrivals, with the reason */
  private async decide(arrivals: readonly Arrival[]): Promise<Map<Arrival, Fault>> {
    const rulebook = this.rulebook.current; // one rulebook for the whole batch
    const refused = new Map<Arrival, Fault>();
    for (let left = arrivals; left.length > 0;) {
      const { outcome, rest } = await this.decideTogether(left, rulebook);
      await this.tell(outcome);
      outcome.refused.forEach((fault, arrival) => refused.set(arrival, fault));
      left = rest;
    }
    return refused;
  }

  /** Decides as many arrivals as possible at once, from the first on: usually all, unless their records replay very many scans. */
  private decideTogether(arrivals: readonly Arrival[], rulebook: Rulebook): Promise<{ outcome: BatchOutcome; rest: readonly Arrival[] }> {
    return this.consignments.transaction(async (manager) => {
      const { loaded, tooMuch } = await this.consignments.lockAndLoad(manager, arrivals);
      const count = tooMuch === undefined ? arrivals.length : arrivals.indexOf(tooMuch);
      const outcome = foldBatch(loaded, arrivals.slice(0, count), rulebook);
      await this.publishAndWrite(manager, outcome);
      return { outcome, rest: arrivals.slice(count) };
    });
  }

  /**
   * Fires the dates that are unlocked and due by then.
   * @returns the consignments whose event was decided
   */
  async fireOverdue(due: readonly DueConsignment[], dueUntilMs: number): Promise<string[]> {
    const nowMs = this.clock.nowMs();
    const tick = { dueUntilMs, createdAtMs: (becameDueAtMs: number) => rowCreatedAtMs(becameDueAtMs, nowMs) };
    const outcome = await this.consignments.transaction(async (manager) => {
      const loaded = await this.consignments.lockAndLoadOverdue(manager, due);
      const decided = foldOverdue(loaded, tick, this.rulebook.current);
      await this.publishAndWrite(manager, decided);
      return decided;
    });
    await this.tell(outcome);
    return outcome.events.map(({ event }) => event.consignmentId);
  }

  /**
   * Publishes events while the rows are written, because receivers wait for the events, and ends both before the commit. A crash in between
   * repeats events under the same ids but never loses one (invariant 1). Both end before a rollback; otherwise a late write would reach the
   * next transaction.
   */
  private async publishAndWrite(manager: EntityManager, outcome: BatchOutcome): Promise<void> {
    const works = [this.events.publish(outcome.events), this.consignments.write(manager, outcome)];
    await Promise.allSettled(works);
    await Promise.all(works);
  }

  private async tell(outcome: BatchOutcome): Promise<void> {
    this.parcelEvents.decided(outcome);
    const unmapped = outcome.remarks.flatMap((remark) => (remark.kind === 'unmapped' ? [remark.code] : []));
    // The batch is committed: a failure of the operator's list must not repeat it.
    await this.consignments.listUnmapped(unmapped).catch((error: unknown) => this.logger.warn('unmapped.notListed', errorFields(error)));
  }
}
