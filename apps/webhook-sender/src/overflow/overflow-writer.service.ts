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

/** Other processes leave rows alone that wait for a POST in flight here: for the POST's time-out plus this time. */
const RECORDING_MS = 5 * SECOND;
/**
 * An attempt that is not sent this long after its row was written is left to the table. Sent later, it might be in flight while another
 * process makes its row.
 */
const BEGINNING_MS = 2 * SECOND;

/** Writes rows of table delivery_overflow: attempts beyond the memory limit and, when partitions move, markers for attempts in flight. */
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
   * Writes a row for each attempt without one, in this order. Attempts in flight of the same consignments get their rows first, so that
   * they are not overtaken.
   * @throws when the database is down, or a partition has another owner
   */
  async store(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const fresh = queuedAttempts.filter(({ isStored }) => !isStored);
    const tracks = new Set(fresh.map(trackOf));
    await this.enter([...bareOf(this.ownedInFlight()).filter((queued) => tracks.has(trackOf(queued))), ...fresh]);
    this.events.overflowed(fresh.length);
  }

  /**
   * Call this when partitions go: writes a marker row for each attempt in flight. The same attempt and its consignment wait behind the
   * marker until the attempt is recorded here. Never throws.
   * @returns false when the markers could not be written
   */
  async markInFlight(): Promise<boolean> {
    const owned = this.ownedInFlight(); // Not read again below: the next claim may be made meanwhile, and leaves out partitions that go.
    const bare = bareOf(owned);
    try {
      // Try twice: the first try may fail because of an earlier write, and no later call repeats it.
      await this.enter(bare).catch(() => this.enter(bare));
      await this.keepStored(owned);
      return true;
    } catch (error) {
      this.logger.warn('handOver.notMarked', { attempts: this.inFlight.size, ...errorFields(error) });
      return false;
    }
  }

  /** Call this when an attempt is no longer in flight: the rows that waited for it may be made. */
  ended(queued: QueuedAttempt): void {
    const { kept } = queued.queue.rows;
    if (!kept.has(queued.consignmentId) || this.inFlight.hasConsignmentOf(queued)) return;
    kept.delete(queued.consignmentId);
    this.released.push(queued.attempt);
  }

  /**
   * Releases rows whose earlier POST has ended here, so that the receiver's owner may make them.
   * @throws when the database is down: the rows become free with time
   */
  async releaseKept(): Promise<void> {
    const tracks = this.released;
    this.released = [];
    await this.repository.release(tracks);
  }

  /**
   * Removes the row of an attempt that is not to be made here. If the database is down, the row stays, and its next reader finds out again.
   */
  async forget(overflowId: number): Promise<void> {
    await this.repository.remove([overflowId]).catch((error: unknown) => this.logger.warn('overflow.notRemoved', errorFields(error)));
  }

  /**
   * Sets aside the row of an attempt that was made but cannot be recorded, so that nobody makes it again. Tries until the database has
   * stored it.
   */
  setAside(overflowId: number): Promise<void> {
    return untilItSucceeds(
      () => this.repository.setAside(overflowId),
      (error, failures) => this.logger.warn('overflow.notSetAside', { overflowId, failures, ...errorFields(error) }),
    );
  }

  /** Returns this process's attempts in flight in partitions that it owns, in the order in which they began. */
  private ownedInFlight(): InFlightAttempt[] {
    return this.inFlight.all().filter(({ queued }) => this.queues.owns(queued.queue.partition));
  }

  private async enter(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const written = [...new Set(queuedAttempts.map(({ queue }) => queue))].map(({ rows }) => rows.write());
    await this.inTurn(() => this.write(queuedAttempts)).finally(() => written.forEach((end) => end()));
  }

  /** Reserves the rows of attempts in flight that came from the table, so that other processes leave them alone. */
  private async keepStored(owned: readonly InFlightAttempt[]): Promise<void> {
    const stored = owned.filter(({ queued }) => queued.isStored);
    const beginByMs = this.clock.steadyMs() + BEGINNING_MS;
    await this.repository.keep(
      stored.map(({ queued }) => ({ ...ownedOf(queued), overflowId: queued.overflowId!, keptForMs: keptForMs(queued) })),
    );
    for (const { queued, permission } of stored) {
      permission.beginBy(beginByMs);
      this.keep(queued);
    }
  }

  /** Writes rows even for attempts that have ended by now: the reader of the row asks the log whether the attempt was made. */
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

  /** Leaves out attempts that already have a row: the same attempt may be in flight. */
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

  /** Lets the row wait for the attempts in flight of its consignment; releases the row at once if they ended while it was written. */
  private keep(queued: QueuedAttempt): void {
    queued.queue.rows.kept.add(queued.consignmentId);
    this.ended(queued);
  }

  /**
   * Runs writes one after the other: the attempt that left its queue first must get the lower row, or a consignment would overtake itself
   * in the table. A failed write fails the writes behind it too: its attempts go back into their queue and come again together with the
   * later ones.
   */
  private inTurn(write: () => Promise<void>): Promise<void> {
    const written = this.writing.then(write, (cause: unknown) => {
      // not the same error: a fault of another write's row is not a fault of these rows
      throw new Error('an earlier write to delivery_overflow failed', { cause });
    });
    this.writing = written;
    written.catch(() => {
      if (this.writing === written) this.writing = Promise.resolve();
    });
    return written;
  }
}

/** Leaves out attempts that already have a row: they came from the table, or were in flight when their partition last went. */
const bareOf = (inFlight: readonly InFlightAttempt[]): QueuedAttempt[] =>
  inFlight.flatMap(({ queued, overflowId }) => (overflowId === undefined ? [queued] : []));

const trackOf = ({ attempt }: QueuedAttempt): string => deliveryAttemptKey(attempt);

const ownedOf = ({ queue }: QueuedAttempt): PartitionEpoch => queue.partition.claim;

const keptForMs = ({ receiver }: QueuedAttempt): number => (receiver?.timeoutMs ?? 0) + RECORDING_MS;
