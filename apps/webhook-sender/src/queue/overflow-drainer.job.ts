// in: table delivery_backlog, receiver by receiver; out: their queues, as room appears
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, Recurring, SECOND, within } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { toQueuedAttempt } from '../attempt/queued-attempt.js';
import { OverflowRepository } from '../overflow/overflow.repository.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { Ownership } from '../partitions/ownership.service.js';
import type { ReceiverEndpoint } from '../receivers/receiver.js';
import { ReceiversRepository } from '../receivers/receivers.repository.js';
import { NextRows } from './next-rows.service.js';
import { NO_LIMIT } from './owner-limits.js';
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
    private readonly backlog: OverflowRepository,
    private readonly writer: OverflowWriter,
    private readonly next: NextRows,
    private readonly queues: ReceiverQueues,
    private readonly ownership: Ownership,
    private readonly receivers: ReceiversRepository,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.recurring = new Recurring({
      everyMs: EVERY_MS,
      work: () => this.look(),
      onFailure: (error) => logger.warn('backlog.notLookedAt', errorFields(error)), // the next look comes
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.next.stop();
    await this.recurring.stop();
    await within(STOP_MS, Promise.all(this.filling.values()));
    await this.queues.drain();
    const released = this.writer.releaseKept().catch((error: unknown) => this.logger.warn('backlog.rowsKept', errorFields(error)));
    await within(STOP_MS, released);
  }

  private async look(): Promise<void> {
    await this.writer.releaseKept();
    const generation = await this.queues.claimed();
    const receiverIds = (await this.backlog.receivers()).filter((receiverId) => this.ownership.owns(receiverId));
    if (this.ownership.isOver(generation)) return;
    this.writer.backlogged.found(receiverIds); // a process that was cut off may have written rows after they were looked for
    await this.learnLimits();
    await this.queues.tidy();
    for (const receiverId of this.writer.backlogged.all) void this.fill(receiverId); // not waited for: one may take long
  }

  /** Limits count within a second for what waits already, too. */
  private async learnLimits(): Promise<void> {
    for (const [receiverId, limit] of await this.receivers.limitsOf(this.queues.waitingReceivers())) this.queues.limit(receiverId, limit);
  }

  /** A row has left its queue, made or evicted. */
  private left(receiverId: string, backlogId: number): void {
    const taken = this.takenOf(receiverId);
    taken.delete(backlogId);
    if (!this.ownership.owns(receiverId)) return void (taken.size === 0 && this.taken.delete(receiverId));
    if (taken.size < this.queues.outlookOf(receiverId).room / 2) void this.fill(receiverId);
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
      .catch((error: unknown) => this.logger.warn('backlog.notRead', { receiverId, ...errorFields(error) }))
      .finally(() => this.filling.delete(receiverId));
    this.filling.set(receiverId, work);
    return work;
  }

  private async fillFromTable(receiverId: string): Promise<void> {
    const generation = await this.queues.claimed();
    if (!this.ownership.owns(receiverId)) return;
    const { mark } = this.writer.backlogged;
    const taken = this.takenOf(receiverId);
    const forgotten = this.queues.forgottenOf(receiverId);
    const receiverReadAtMs = this.clock.steadyMs();
    const receiver = await this.receiverOf(receiverId);
    const { isEmpty, open, isProbe } = await this.next.of(receiverId, taken);
    if (this.ownership.isOver(generation) || this.recurring.isStopping) return;
    if (isEmpty && taken.size === 0) {
      if (!(await this.backlog.hasRows(receiverId))) this.end(receiverId, mark);
      return;
    }
    if (this.queues.forgottenOf(receiverId) !== forgotten) return; // what was passed over as taken may have been: it is read again before these
    const wanted = isProbe ? open.slice(0, 1) : open;
    const queued = this.queues.takeBack(wanted.map((row) => toQueuedAttempt({ receiver, receiverReadAtMs, ...row })));
    for (const { backlogId, left } of queued) {
      taken.add(backlogId);
      void left.then(() => this.left(receiverId, backlogId));
    }
    if (isProbe && queued.length > 0) this.queues.probed(receiverId);
  }

  private end(receiverId: string, mark: number): void {
    this.writer.backlogged.emptied(receiverId, mark);
    this.taken.delete(receiverId);
  }

  /** As configured now. What waits behind a receiver that is deleted or disabled is cancelled at once. */
  private async receiverOf(receiverId: string): Promise<ReceiverEndpoint | undefined> {
    const receiver = (await this.receivers.endpoints([receiverId])).get(receiverId);
    this.queues.limit(receiverId, receiver?.enabled ? receiver : NO_LIMIT);
    if (!receiver?.enabled) this.queues.forgetReceiver(receiverId);
    return receiver;
  }
}
