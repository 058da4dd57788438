import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, coalescePerTick, CONFIG } from '#libs/config';
import { done, type PartitionListener, type Verdict } from '#libs/messaging';
import { type FinishedAttempt, signOf } from '../attempt/finished-attempt.js';
import { AttemptExecution, type Execution } from './attempt-execution.service.js';
import { KnownAttempts } from './known-attempts.js';
import type { QueuedAttempt } from './queued-attempt.js';
import { FairScheduler } from './fair-scheduler.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { Backpressure } from './backpressure.service.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { Generations, type IntakeMark } from './generations.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { type Hold, holdOf } from '../attempt/retry-after.js';
import { Holds } from './holds.js';
import { OwnerLimits } from './owner-limits.js';

interface QueueEntry extends QueuedAttempt {
  readonly verdict: Promise<Verdict>;
  readonly resolve: (verdict: Verdict) => void;
}

/** The verdict on a message that was let go with its partition: its offset must never pass, so none is ever given. */
const NEVER = new Promise<never>(() => undefined);

/** Takes attempts into the receivers' queues, or to the table where memory ends, and makes them as permits come free (docs/delivery.md). */
@Injectable()
export class ReceiverQueues implements BeforeApplicationShutdown, PartitionListener {
  /** What waits in memory; the overflow drainer alone tells it of circuits, others only look into it. */
  readonly pool: FairScheduler<QueueEntry>;
  readonly known = new KnownAttempts<Verdict>();
  readonly holds: Holds;
  /** The overflow drainer sets them. */
  readonly ownerLimits: OwnerLimits;
  /** Have left their queue for the table, and are not in it yet. */
  private readonly onTheirWay = new Set<QueueEntry>();
  private readonly generations: Generations;
  private readonly concurrencyLimit: ConcurrencyLimit;
  private isStopping = false;
  private draining: Promise<void> | undefined;
  private readonly startSoon = coalescePerTick(() => this.startWhatMay());
  private readonly forgotten = new Map<string, number>();

  constructor(
    private readonly execution: AttemptExecution,
    private readonly overflow: OverflowWriter,
    private readonly backpressure: Backpressure,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pool = new FairScheduler(config);
    this.concurrencyLimit = new ConcurrencyLimit(clock, this.startSoon);
    this.generations = new Generations(clock);
    this.holds = new Holds(clock);
    this.ownerLimits = new OwnerLimits(clock, this.startSoon);
  }

  /**
   * Each attempt goes into its queue, or to the table where memory is full, the receiver is degraded, or others of it wait there already.
   * A promised verdict comes when the attempt is recorded; never, when partitions have gone since `moment` was asked for.
   * @throws when the database is down: take the batch again
   */
  async take(
    queuedAttempts: readonly QueuedAttempt[],
    backlogged: ReadonlySet<string>,
    since: IntakeMark,
  ): Promise<(Verdict | Promise<Verdict>)[]> {
    if (this.generations.isOver(since.generation)) return queuedAttempts.map(() => NEVER);
    const toTable = new Set(backlogged);
    const overflowing: QueuedAttempt[] = [];
    const verdicts = queuedAttempts.map((queued) => {
      const known = this.known.verdictFor(queued);
      if (known) return known;
      if (queued.attempt.isTest) return this.isStopping ? NEVER : this.runTest(queued);
      if (this.isForTable(queued.receiverId, since)) toTable.add(queued.receiverId);
      if (!toTable.has(queued.receiverId)) return this.enter(queued);
      overflowing.push(queued);
      return done;
    });
    await this.moveToTable(overflowing);
    this.startSoon();
    return verdicts;
  }

  /** From the table back into the queue. @returns those taken, each with a promise that it leaves the queue, made or evicted */
  takeBack(queuedAttempts: readonly QueuedAttempt[]): { backlogId: number; left: Promise<unknown> }[] {
    const taken = this.known.makeable(queuedAttempts).flatMap((queued) => {
      const isNew = !this.known.verdictFor(queued); // it may have two rows
      return isNew ? [{ backlogId: queued.backlogId!, left: this.enter(queued) }] : [];
    });
    this.startSoon();
    return taken;
  }

  /** What waits in memory for these goes to the table: since it came, they have got limits or holds, which hold for what the table has. */
  async moveRestricted(receiverIds: readonly string[]): Promise<void> {
    for (const receiverId of receiverIds) {
      await this.storeBuffered(receiverId).catch((error: unknown) => this.events.overflowFailed(error)); // the next look tries again
    }
  }

  /** How often rows of the receiver were forgotten here. Rows that were read meanwhile may lie behind them. */
  forgottenOf(receiverId: string): number {
    return this.forgotten.get(receiverId) ?? 0;
  }

  /** The receiver's rows are another instance's now: those that have not begun are forgotten. @returns them */
  forgetStored(receiverId: string): readonly QueuedAttempt[] {
    this.forgotten.set(receiverId, this.forgottenOf(receiverId) + 1);
    const evicted = this.pool.evict(receiverId, 'stored');
    evicted.forEach((entry) => this.leave(entry));
    return evicted;
  }

  /** Forgets what waits: it comes again to the next owner of its partition. Attempts in flight get their markers. */
  onPartitionsRevoked(): void {
    this.generations.onPartitionsRevoked();
    const evicted = this.pool.evictBuffered();
    evicted.forEach(({ receiverReadAtMs }) => this.backpressure.left(receiverReadAtMs));
    [...evicted, ...this.onTheirWay].forEach(({ id }) => this.known.forget(id));
    this.backpressure.partitionsMoved();
    void this.overflow.markInFlight();
  }

  /** Forgets again: a member that the group has removed gets no revocation. */
  onPartitionsAssigned(isSure: () => boolean): void {
    this.onPartitionsRevoked();
    this.execution.onPartitionsAssigned(isSure).forEach((id) => this.known.forget(id));
    this.generations.onPartitionsAssigned();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.drain();
  }

  /** Begins nothing more, and waits until the attempts that are under way are recorded. Repeated calls share one wait. */
  drain(): Promise<void> {
    this.isStopping = true;
    return (this.draining ??= this.execution.stop());
  }

  releaseKept(): Promise<void> {
    return this.overflow.releaseKept();
  }

  /** Asked for before a batch reads the tables. */
  async moment(): Promise<IntakeMark> {
    return { generation: await this.generations.handedOver(), overflowWrites: this.overflow.mark };
  }

  private isForTable(receiverId: string, { overflowWrites }: IntakeMark): boolean {
    return this.pool.isFull(receiverId) || this.holds.isHeld(receiverId) || this.overflow.hasOverflowedSince(overflowWrites, receiverId);
  }

  private enter(queued: QueuedAttempt): Promise<Verdict> {
    let resolve!: QueueEntry['resolve'];
    const verdict = new Promise<Verdict>((settle) => (resolve = settle));
    const entry = { ...queued, verdict, resolve };
    this.pool.add(entry);
    if (!queued.isStored) this.backpressure.queued(queued.receiverReadAtMs);
    this.known.add(entry);
    return verdict;
  }

  /** What waits in memory goes to the table before what has just come, or the table would overtake it. */
  private async moveToTable(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    if (queuedAttempts.length === 0) return;
    const receiverIds = [...new Set(queuedAttempts.map(({ receiverId }) => receiverId))];
    const evicted = receiverIds.flatMap((receiverId) => this.pool.evict(receiverId, 'buffered'));
    await this.store(evicted, queuedAttempts);
  }

  private storeBuffered(receiverId: string): Promise<void> {
    return this.store(this.pool.evict(receiverId, 'buffered'), []);
  }

  private async store(evicted: readonly QueueEntry[], queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    evicted.forEach((entry) => this.onTheirWay.add(entry));
    try {
      await this.overflow.store([...evicted, ...queuedAttempts]);
    } catch (error) {
      evicted.filter((entry) => this.known.isHeldBy(entry)).forEach((entry) => this.pool.add(entry));
      throw error;
    } finally {
      evicted.forEach((entry) => this.onTheirWay.delete(entry));
    }
    evicted.forEach((entry) => {
      this.backpressure.left(entry.receiverReadAtMs);
      this.leave(entry);
    });
  }

  private startWhatMay(): void {
    if (this.isStopping || !this.execution.mayBegin) return;
    while (this.concurrencyLimit.mayStart()) {
      const entry = this.pool.start(
        (receiverId, waiting) => this.mayStartByOwner(receiverId) && this.concurrencyLimit.mayStartFor(receiverId, waiting),
      );
      if (!entry) return;
      this.ownerLimits.started(entry.receiverId);
      if (!entry.isStored) this.backpressure.left(entry.receiverReadAtMs);
      void this.run(entry);
    }
  }

  /** What its owner sets, and what the receiver itself has asked for. A last POST ignores the latter. */
  private mayStartByOwner(receiverId: string): boolean {
    const queue = this.pool.queue(receiverId)!;
    if (this.holds.isHeld(receiverId) && !queue.isLastChanceNext) return false;
    return this.ownerLimits.mayStart(receiverId, queue.inFlight);
  }

  /** A POST gives its permit back before it is recorded. */
  private async run(entry: QueueEntry): Promise<void> {
    const execution = this.execution.begin(entry, entry.verdict);
    this.events.started();
    const ended = this.concurrencyLimit.begin(entry.receiverId);
    const finished = await this.makeWhenDue(entry, execution);
    await turnOfTheLoop(); // undici takes a connection for free no sooner: the next POST would open another
    execution.fencingToken.end();
    ended();
    this.events.ended();
    if (finished === 'lost') return this.drop(entry, execution);
    const turn = this.pool.finish(entry, finished && signOf(finished), this.clock.steadyMs());
    const hold = finished && holdOf(finished, { nowMs: this.clock.nowMs(), mostMs: this.config.retryDelayMs });
    if (hold) void this.hold(entry.receiverId, hold);
    if (turn === 'opened') void this.open(entry.receiverId);
    if (turn === 'closed') this.events.circuitClosed(entry.receiverId, 'answered');
    this.startSoon();
    const verdict = await this.execution.record(execution, finished);
    this.startSoon();
    this.leave(entry, verdict);
  }

  /** @returns undefined when it was not made, because the log says that it is not due */
  private async makeWhenDue(entry: QueueEntry, execution: Execution): Promise<FinishedAttempt | 'lost' | undefined> {
    const when = await this.execution.whenToMake(execution);
    if (when.kind === 'now') return this.execution.make(execution);
    if (when.kind === 'later') {
      // Its message may come again before this entry has left. It must not share the verdict of this entry, which says done.
      this.known.forget(entry.id);
      await this.execution.putBack(execution, when.dueAtMs);
    }
    return undefined;
  }

  /** It was not sent, and comes again with its partition or out of the table. */
  private drop(entry: QueueEntry, execution: Execution): void {
    const hasRow = this.execution.drop(execution);
    if (entry.isStored) this.forgetStored(entry.receiverId); // read again in their order, or a later one would overtake it
    this.pool.finish(entry, undefined, this.clock.steadyMs());
    // Its message has been forgotten by now; in a stop it has not, and its offset must not pass.
    if (hasRow) this.leave(entry);
    else if (!this.isStopping) entry.resolve(done);
    this.startSoon();
  }

  /** Past the queue: a customer who asks whether the receiver works must not wait behind the one that did not. */
  private runTest(queued: QueuedAttempt): Promise<Verdict> {
    const verdict = this.execution.runTest(queued).then((settled) => {
      if (settled) this.known.forget(queued.id);
      return settled ?? NEVER;
    });
    this.known.add({ id: queued.id, verdict });
    return verdict;
  }

  /** What waits behind an open circuit waits in the table; if that fails, it stays here and is stored with the next arrival. */
  private async open(receiverId: string): Promise<void> {
    this.events.circuitOpened(receiverId);
    this.forgetStored(receiverId);
    await this.storeBuffered(receiverId).catch((error: unknown) => this.events.overflowFailed(error));
  }

  /** The table's lease tells the other instances. If that fails, the hold is kept here alone. */
  private async hold(receiverId: string, hold: Hold): Promise<void> {
    if (!this.holds.hold(receiverId, hold.forMs)) return;
    this.events.held(receiverId, hold);
    this.forgetStored(receiverId);
    const onFailure = (error: unknown): void => this.events.overflowFailed(error);
    await Promise.all([this.overflow.hold(receiverId, hold).catch(onFailure), this.storeBuffered(receiverId).catch(onFailure)]);
  }

  private leave(entry: QueueEntry, verdict: Verdict = done): void {
    if (verdict.kind === 'park' && entry.isStored) this.known.markUnrecordable(entry);
    if (this.known.isHeldBy(entry)) this.known.forget(entry.id);
    entry.resolve(verdict);
  }
}
