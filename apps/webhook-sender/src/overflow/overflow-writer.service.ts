import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND, untilItSucceeds } from '#libs/config';
import { deliveryAttemptKey } from '#libs/contracts';
import { errorFields, Logger } from '#libs/observability';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { type InFlightAttempt, InFlightAttempts } from '../in-flight/in-flight-attempts.service.js';
import type { PartitionEpoch } from '../partitions/owned-partition.js';
import type { QueuedAttempt } from '../queue/queued-attempt.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { OverflowRepository, type OrderingKey } from './overflow.repository.js';

/** Others keep their hands off rows behind a POST that is in flight here for its time-out and this much more. */
const RECORDING_MS = 5 * SECOND;
/** What has not been sent so long after its row was written is left to the table: sent later, it might still be in flight when others may make it. */
const BEGINNING_MS = 2 * SECOND;

/** Writes rows of table delivery_overflow: attempts beyond what memory may hold and, when partitions move, markers of what is in flight. */
@Injectable()
export class OverflowWriter {
  private released: OrderingKey[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: OverflowRepository,
    private readonly inFlight: InFlightAttempts,
    private readonly queues: ReceiverQueues,
    private readonly events: DeliveryEvents,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'steadyMs'>,
  ) {}

  /**
   * Writes a row for each attempt without one, in this order. Attempts of the same consignments that are in flight get their rows first, so that they
   * are not overtaken. @throws when the database is down, or a partition has another owner
   */
  async store(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const fresh = queuedAttempts.filter(({ isStored }) => !isStored);
    const tracks = new Set(fresh.map(trackOf));
    await this.enter([...this.bare.filter((queued) => tracks.has(trackOf(queued))), ...fresh]);
    this.events.overflowed(fresh.length);
  }

  /** Partitions go to others: what is in flight gets a row, behind which attempt and consignment wait until it is recorded here. Never throws. */
  async markInFlight(): Promise<void> {
    try {
      // Tried twice: the first try may fail with an earlier write, and no later call repeats it.
      await this.enter(this.bare).catch(() => this.enter(this.bare));
      await this.keepStored();
    } catch (error) {
      this.logger.warn('handOver.notMarked', { attempts: this.inFlight.size, ...errorFields(error) });
    }
  }

  /** The attempt has left the list of what is in flight: rows that waited for it may be made. */
  ended(queued: QueuedAttempt): void {
    const { kept } = queued.queue.rows;
    if (!kept.has(queued.consignmentId) || this.inFlight.hasConsignmentOf(queued)) return;
    kept.delete(queued.consignmentId);
    this.released.push(queued.attempt);
  }

  /** Releases rows whose earlier POST has ended here to the instance that owns the receiver. @throws when the database is down: they become free with time */
  async releaseKept(): Promise<void> {
    const tracks = this.released;
    this.released = [];
    await this.repository.release(tracks);
  }

  /** The row of an attempt that is not to be made here. If the database is down, the row stays, and its next reader finds out again. */
  async forget(overflowId: number): Promise<void> {
    await this.repository.remove([overflowId]).catch((error: unknown) => this.logger.warn('overflow.notRemoved', errorFields(error)));
  }

  /** The row of an attempt that was made and cannot be recorded: nobody makes it again. It tries until the database has noted that. */
  setAside(overflowId: number): Promise<void> {
    return untilItSucceeds(
      () => this.repository.setAside(overflowId),
      (error, failures) => this.logger.warn('overflow.notSetAside', { overflowId, failures, ...errorFields(error) }),
    );
  }

  /** In flight without a row, in the order of their beginning. What was in flight when its partition went has its row already. */
  private get bare(): QueuedAttempt[] {
    return this.inFlight.all().flatMap(({ queued, overflowId }) => (overflowId === undefined && this.isOwned(queued) ? [queued] : []));
  }

  private async enter(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const written = [...new Set(queuedAttempts.map(({ queue }) => queue))].map(({ rows }) => rows.write());
    await this.inTurn(() => this.write(queuedAttempts)).finally(() => written.forEach((end) => end()));
  }

  /** Others keep their hands off the rows of what is in flight and came out of the table. */
  private async keepStored(): Promise<void> {
    const stored = this.inFlight.all().filter(({ queued }) => queued.isStored && this.isOwned(queued));
    const beginByMs = this.clock.steadyMs() + BEGINNING_MS;
    await this.repository.keep(
      stored.map(({ queued }) => ({ ...ownedOf(queued), overflowId: queued.overflowId!, keptForMs: keptForMs(queued) })),
    );
    for (const { queued, permission } of stored) {
      permission.beginBy(beginByMs);
      this.keep(queued);
    }
  }

  private isOwned({ queue }: QueuedAttempt): boolean {
    return this.queues.owns(queue.partition);
  }

  /** Attempts that have ended by now are written too: the reader of the row asks the log whether the attempt was made. */
  private async write(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const bare = this.withoutRow(queuedAttempts);
    const isKept = new Set(bare.filter((queued) => this.inFlight.hasConsignmentOf(queued)));
    const beginByMs = this.clock.steadyMs() + BEGINNING_MS;
    const overflowIds = await this.repository.insert(
      bare.map((queued) => ({
        attempt: queued.attempt,
        traceparent: queued.traceparent,
        keptForMs: isKept.has(queued) ? keptForMs(queued) : undefined,
        owned: ownedOf(queued),
      })),
    );
    bare.forEach((queued, index) => this.mark(this.inFlight.get(queued), overflowIds[index]!, beginByMs));
    isKept.forEach((queued) => this.keep(queued));
  }

  /** The same attempt may be in flight and have its row. */
  private withoutRow(queuedAttempts: readonly QueuedAttempt[]): QueuedAttempt[] {
    const withRow = this.inFlight.all().filter(({ overflowId, isPutBack }) => overflowId !== undefined && !isPutBack);
    const ids = new Set(withRow.map(({ queued }) => queued.id));
    return queuedAttempts.filter(({ id }) => !ids.has(id));
  }

  private mark(begun: InFlightAttempt | undefined, overflowId: number, beginByMs: number): void {
    if (!begun) return;
    begun.overflowId = overflowId;
    begun.permission.beginBy(beginByMs);
  }

  /** Its row waits for what is in flight of its consignment; at once released, when that has ended while the row was written. */
  private keep(queued: QueuedAttempt): void {
    queued.queue.rows.kept.add(queued.consignmentId);
    this.ended(queued);
  }

  /**
   * One after the other: what left its queue first has the lower row, or a consignment would overtake itself in the table. One that fails takes those
   * behind it along, for what it was to write goes back into its queue, and comes again together with them.
   */
  private inTurn(write: () => Promise<void>): Promise<void> {
    const written = this.writing.then(write, (cause: unknown) => {
      throw new Error('an earlier write to delivery_overflow failed', { cause }); // not the same error: that one may be the fault of a row, which is none of these
    });
    this.writing = written;
    written.catch(() => {
      if (this.writing === written) this.writing = Promise.resolve();
    });
    return written;
  }
}

const trackOf = ({ attempt }: QueuedAttempt): string => deliveryAttemptKey(attempt);

const ownedOf = ({ queue }: QueuedAttempt): PartitionEpoch => queue.partition.claim;

const keptForMs = ({ receiver }: QueuedAttempt): number => (receiver?.timeoutMs ?? 0) + RECORDING_MS;
