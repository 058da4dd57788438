import { Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, SECOND } from '#libs/config';
import { deliveryAttemptKey } from '#libs/contracts';
import { errorFields, Logger } from '#libs/observability';
import { Ownership, type OwnedPartition } from '../partitions/ownership.service.js';
import type { QueuedAttempt } from '../attempt/queued-attempt.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { OverflowingReceivers } from './overflowing-receivers.js';
import { OverflowRepository, type OrderingKey } from './overflow.repository.js';

/** Others keep their hands off rows behind a POST that is under way here for its time-out and this much more. */
const RECORDING_MS = 5 * SECOND;
/** What has not been sent so long after its row was written is left to the table: sent later, it might still be under way when others may make it. */
const BEGINNING_MS = 2 * SECOND;

/** The row of an attempt that is under way. */
interface InFlightMarker {
  readonly overflowId: number;
  /** By the steady clock. */
  readonly beginByMs: number;
}

/** What this instance's queues have in the table: attempts beyond what memory may hold and, while partitions move, what is under way. */
@Injectable()
export class OverflowWriter {
  /** Begun and not yet recorded, by attempt. */
  private readonly underWay = new Map<string, QueuedAttempt>();
  /**
   * The row of an attempt under way that came without one, by attempt: it keeps its partition's next owner from making it, and its place before
   * the rows that are stored behind it. An attempt that is not sent in the end comes again out of it.
   */
  private readonly inFlightMarkers = new Map<string, InFlightMarker>();
  /** Tracks whose rows wait for a POST that is under way here. */
  private readonly kept = new Set<string>();
  private released: OrderingKey[] = [];
  private writing: Promise<void> = Promise.resolve();
  readonly receivers = new OverflowingReceivers();

  constructor(
    private readonly repository: OverflowRepository,
    private readonly ownership: Ownership,
    private readonly events: DeliveryEvents,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Looks which of this process's receivers have rows. A process that was cut off may write rows after they were looked for. */
  async findReceivers(): Promise<void> {
    const receiverIds = await this.repository.receivers();
    this.receivers.found(receiverIds.filter((receiverId) => this.ownership.owns(receiverId)));
  }

  /** All rows of the receiver that were read have been made. @param mark of `receivers`, as it was before they were read */
  async emptied(receiverId: string, mark: number): Promise<void> {
    if (!(await this.repository.hasRows(receiverId))) this.receivers.emptied(receiverId, mark);
  }

  /** POSTs of former owners that may be under way, by receiver. */
  inFlightElsewhere(receiverIds: readonly string[]): Promise<Map<string, number>> {
    return this.repository.keptElsewhere(receiverIds);
  }

  get isWorkUnderWay(): boolean {
    return this.underWay.size > 0;
  }

  begin(queued: QueuedAttempt): void {
    this.underWay.set(queued.id, queued);
  }

  /** The row of the attempt in the table. It goes when the attempt is recorded. */
  rowOf({ id, overflowId }: QueuedAttempt): number | undefined {
    return overflowId ?? this.inFlightMarkers.get(id)?.overflowId;
  }

  /** False when it has a row that others may soon make it from. */
  mayBegin({ id }: QueuedAttempt): boolean {
    const marker = this.inFlightMarkers.get(id);
    return marker === undefined || this.clock.steadyMs() < marker.beginByMs;
  }

  /** The row of an attempt that is not to be made here. If the database is down, the row stays, and its next reader finds out again. */
  async forget(overflowId: number): Promise<void> {
    await this.repository.remove([overflowId]).catch((error: unknown) => this.logger.warn('overflow.notRemoved', errorFields(error)));
  }

  /** The attempt is not sent and leaves this instance. @returns whether it has a row in the table, from which it returns */
  dropped(queued: QueuedAttempt): boolean {
    const hasRow = this.rowOf(queued) !== undefined;
    this.end(queued);
    return hasRow;
  }

  /** Recorded. */
  end(queued: QueuedAttempt): void {
    if (this.underWay.get(queued.id) === queued) this.underWay.delete(queued.id); // an attempt that was put back can be under way again
    this.inFlightMarkers.delete(queued.id);
    const track = deliveryAttemptKey(queued.attempt);
    if (this.kept.has(track) && !this.isTrackUnderWay(track)) {
      this.kept.delete(track);
      this.released.push(queued.attempt);
    }
  }

  /** One can be in the queue while the one before it is still being recorded. */
  private isTrackUnderWay(track: string): boolean {
    for (const { attempt } of this.underWay.values()) if (deliveryAttemptKey(attempt) === track) return true;
    return false;
  }

  /** Writes a row for each attempt without one, in this order. Attempts of the same consignments that are under way get their rows first, so that they are not overtaken. */
  async store(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const fresh = queuedAttempts.filter(({ isStored }) => !isStored);
    const tracks = new Set(fresh.map(({ attempt }) => deliveryAttemptKey(attempt)));
    await this.enter([...this.bare.filter(({ attempt }) => tracks.has(deliveryAttemptKey(attempt))), ...fresh]);
    this.events.overflowed(fresh.length);
  }

  /** Partitions go to others: what is under way gets a row, behind which attempt and consignment wait until it is recorded here. */
  async markInFlight(): Promise<void> {
    try {
      // Tried twice: the first try may fail with an earlier write, and no later call repeats it.
      await this.enter(this.bare).catch(() => this.enter(this.bare));
      await this.keepStored();
    } catch (error) {
      this.logger.warn('handOver.notMarked', { attempts: this.underWay.size, ...errorFields(error) });
    }
  }

  /** Under way without a row, in the order of their beginning. */
  private get bare(): QueuedAttempt[] {
    return [...this.underWay.values()].filter((queued) => !queued.isStored && !this.inFlightMarkers.has(queued.id) && this.isOwned(queued));
  }

  private async enter(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const written = this.receivers.written(new Set(queuedAttempts.map(({ receiverId }) => receiverId)));
    await this.inTurn(() => this.write(queuedAttempts)).finally(written);
  }

  /** The rows of what is under way and came out of the table. */
  private async keepStored(): Promise<void> {
    const stored = [...this.underWay.values()].filter((queued) => queued.isStored && this.isOwned(queued));
    const beginByMs = this.clock.steadyMs() + BEGINNING_MS;
    await this.repository.keep(
      stored.map((queued) => ({ ...this.ownedOf(queued), overflowId: queued.overflowId!, keptForMs: keptForMs(queued) })),
    );
    for (const { id, attempt, overflowId } of stored) {
      if (!this.underWay.has(id)) this.released.push(attempt);
      else {
        this.inFlightMarkers.set(id, { overflowId: overflowId!, beginByMs });
        this.kept.add(deliveryAttemptKey(attempt));
      }
    }
  }

  /** What has been under way since its partition went to another owner has its row already. */
  private isOwned({ receiverId }: QueuedAttempt): boolean {
    return this.ownership.ownedPartitionOf(receiverId) !== undefined;
  }

  /** @throws when its partition has gone for good */
  private ownedOf({ receiverId }: QueuedAttempt): OwnedPartition {
    const owned = this.ownership.ownedPartitionOf(receiverId);
    if (!owned) throw new Error(`the partition of receiver ${receiverId} has another owner`);
    return owned;
  }

  /** Attempts that have ended by now are written too: the reader of the row asks the log whether the attempt was made. */
  private async write(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const bare = queuedAttempts.filter(({ id }) => !this.inFlightMarkers.has(id));
    const begun = this.tracksUnderWay();
    const beginByMs = this.clock.steadyMs() + BEGINNING_MS;
    const overflowIds = await this.repository.insert(
      bare.map((queued) => ({
        attempt: queued.attempt,
        traceparent: queued.traceparent,
        keptForMs: begun.has(deliveryAttemptKey(queued.attempt)) ? keptForMs(queued) : undefined,
        owned: this.ownedOf(queued),
      })),
    );
    bare.forEach((queued, index) => {
      if (this.underWay.get(queued.id) === queued) this.inFlightMarkers.set(queued.id, { overflowId: overflowIds[index]!, beginByMs });
    });
    const left = this.tracksUnderWay();
    for (const { attempt } of bare) {
      const track = deliveryAttemptKey(attempt);
      if (left.has(track)) this.kept.add(track);
      else if (begun.has(track)) this.released.push(attempt);
    }
  }

  private tracksUnderWay(): Set<string> {
    return new Set([...this.underWay.values()].map(({ attempt }) => deliveryAttemptKey(attempt)));
  }

  /** Releases rows whose earlier POST has ended here to the instance that drains the receiver. */
  async releaseKept(): Promise<void> {
    const tracks = this.released;
    this.released = [];
    await this.repository.release(tracks);
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

const keptForMs = ({ receiver }: QueuedAttempt): number => (receiver?.timeoutMs ?? 0) + RECORDING_MS;
