// in: table delivery_overflow, receiver by receiver; out: their queues, as room appears
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring, SECOND, within } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import { Barriers } from './barriers.service.js';
import { NextRows } from './next-rows.service.js';
import { PartitionMoves } from './partition-moves.service.js';
import { ReceiverQueues } from './receiver-queues.service.js';

const EVERY_MS = SECOND;
/** In a stop, for each of the two looks at the table: an outage of the database must not use up its time. */
const STOP_MS = SECOND;

/** Moves the rows of this process's receivers into their queues. */
@Injectable()
export class OverflowDrainerJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;
  /** Rows that are in memory, by receiver. */
  private readonly taken = new Map<string, Set<number>>();
  private readonly filling = new Map<string, Promise<void>>();

  constructor(
    private readonly overflow: OverflowWriter,
    private readonly next: NextRows,
    private readonly queues: ReceiverQueues,
    private readonly barriers: Barriers,
    private readonly moves: PartitionMoves,
    private readonly receivers: ReceiversRepository,
    private readonly logger: Logger,
  ) {
    this.recurring = new Recurring({
      everyMs: EVERY_MS,
      work: () => this.look(),
      onFailure: (error) => logger.warn('overflow.notLookedAt', errorFields(error)), // the next look comes
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.next.stop();
    await this.recurring.stop();
    await within(STOP_MS, Promise.all(this.filling.values()));
    await this.moves.leave();
    const released = this.moves.release().catch((error: unknown) => this.logger.warn('overflow.rowsKept', errorFields(error)));
    await within(STOP_MS, released);
  }

  private async look(): Promise<void> {
    await this.overflow.releaseKept();
    const claim = await this.moves.claimed();
    await this.overflow.findReceivers();
    await this.learnLimits();
    await this.queues.storeHeld();
    this.barriers.tidy((receiverId) => this.overflow.receivers.has(receiverId));
    await this.barriers.tell();
    if (claim.isOver()) return; // of the receivers that have come since, no limit is known yet
    for (const receiverId of this.overflow.receivers.all) void this.fill(receiverId); // not waited for: one may take long
  }

  /** Limits count within a second for what waits already, too. Known before rows are read, or a former owner's POST would not count. */
  private async learnLimits(): Promise<void> {
    const receiverIds = new Set([...this.queues.waitingReceivers(), ...this.overflow.receivers.all]);
    for (const [receiverId, limit] of await this.receivers.limitsOf([...receiverIds])) this.barriers.limit(receiverId, limit);
    this.barriers.setElsewhere(await this.overflow.inFlightElsewhere(this.barriers.inFlightLimited()));
  }

  /** A row has left its queue, made or evicted. */
  private left(receiverId: string, overflowId: number): void {
    const taken = this.takenOf(receiverId);
    taken.delete(overflowId);
    if (taken.size < this.barriers.outlookOf(receiverId).room / 2) void this.fill(receiverId);
  }

  private takenOf(receiverId: string): Set<number> {
    const taken = this.taken.get(receiverId) ?? new Set<number>();
    this.taken.set(receiverId, taken);
    return taken;
  }

  /** One fill of a receiver at a time. Never throws: the next look tries again. */
  private fill(receiverId: string): Promise<void> {
    const running = this.filling.get(receiverId);
    if (running) return running;
    if (this.recurring.isStopping) return Promise.resolve();
    const work = this.fillFromTable(receiverId)
      .catch((error: unknown) => this.logger.warn('overflow.notRead', { receiverId, ...errorFields(error) }))
      .finally(() => {
        this.filling.delete(receiverId);
        if (this.taken.get(receiverId)?.size === 0) this.taken.delete(receiverId);
      });
    this.filling.set(receiverId, work);
    return work;
  }

  private async fillFromTable(receiverId: string): Promise<void> {
    const claim = await this.moves.claimed();
    const { receivers } = this.overflow;
    if (!receivers.has(receiverId)) return; // it is another owner's by now
    const { mark } = receivers;
    const taken = this.takenOf(receiverId);
    const forgotten = this.queues.forgottenOf(receiverId);
    const { isEmpty, attempts, isProbe } = await this.next.of(receiverId, taken);
    if (claim.isOver() || this.recurring.isStopping) return;
    if (isEmpty && taken.size === 0) return this.overflow.emptied(receiverId, mark);
    if (this.queues.forgottenOf(receiverId) !== forgotten) return; // what was passed over as taken may have been: it is read again before these
    const queued = this.queues.takeBack(attempts);
    for (const { overflowId, left } of queued) {
      taken.add(overflowId);
      void left.then(() => this.left(receiverId, overflowId));
    }
    if (isProbe && queued.length > 0) this.barriers.probed(receiverId);
  }
}
