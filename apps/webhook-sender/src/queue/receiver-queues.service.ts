import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, coalescePerTick } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { done, type Verdict } from '#libs/messaging';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { type FinishedAttempt, signOf } from '../attempt/finished-attempt.js';
import type { QueuedAttempt } from '../attempt/queued-attempt.js';
import { isResting, type Resting } from '../http/outcome.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import { AttemptExecution, type Execution } from './attempt-execution.service.js';
import { Barriers } from './barriers.service.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { KnownAttempts } from './known-attempts.js';
import { type QueueEntry, QueuePool } from './queue-pool.provider.js';

/** The verdict on a message that was let go with its partition: its offset must never pass, so none is ever given. */
export const NEVER = new Promise<never>(() => undefined);

/** Takes attempts into the receivers' queues, or to the table where memory ends, and makes them as permits come free (docs/delivery.md). */
@Injectable()
export class ReceiverQueues implements BeforeApplicationShutdown {
  private readonly known = new KnownAttempts<Verdict>();
  private readonly concurrencyLimit: ConcurrencyLimit;
  /** Have left their queue for the table, and are not in it yet. */
  private readonly onTheirWay = new Set<QueueEntry>();
  /** How often rows of a receiver were forgotten here. */
  private readonly forgotten = new Map<string, number>();
  private isStopping = false;
  private draining: Promise<void> | undefined;
  private readonly startSoon = coalescePerTick(() => this.startWhatMay());

  constructor(
    private readonly pool: QueuePool,
    private readonly barriers: Barriers,
    private readonly execution: AttemptExecution,
    private readonly overflow: OverflowWriter,
    private readonly backpressure: Backpressure,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.concurrencyLimit = new ConcurrencyLimit(clock, this.startSoon);
    barriers.whenTimePasses(this.startSoon);
  }

  /** The attempt that is in a queue or under way here. Ask before you read the tables: it may be recorded and forgotten between the two. */
  verdictOf(attempt: DeliveryAttempt): Promise<Verdict> | undefined {
    return this.known.verdictOf(attempt);
  }

  /**
   * Each attempt goes into its queue, or to the table where memory is full, the receiver is degraded, or others of it wait there already.
   * A promised verdict comes when the attempt is recorded; never, when its partition goes before.
   * @throws when the database is down: take the batch again
   */
  async take(queuedAttempts: readonly QueuedAttempt[]): Promise<(Verdict | Promise<Verdict>)[]> {
    const toTable = new Set<string>();
    const overflowing: QueuedAttempt[] = [];
    const verdicts = queuedAttempts.map((queued) => {
      const known = this.known.verdictFor(queued);
      if (known) return known;
      if (queued.attempt.isTest) return this.isStopping ? NEVER : this.runTest(queued);
      if (queued.receiver) this.barriers.limit(queued.receiverId, queued.receiver);
      if (this.isForTable(queued.receiverId)) toTable.add(queued.receiverId);
      if (!toTable.has(queued.receiverId)) return this.enter(queued);
      overflowing.push(queued);
      return done;
    });
    await this.moveToTable(overflowing);
    this.startSoon();
    return verdicts;
  }

  /** From the table back into the queue. @returns those taken, each with a promise that it leaves the queue, made or evicted */
  takeBack(queuedAttempts: readonly QueuedAttempt[]): { overflowId: number; left: Promise<unknown> }[] {
    const taken = this.known.makeable(queuedAttempts).flatMap((queued) => {
      const isNew = !this.known.verdictFor(queued); // it may have two rows
      return isNew ? [{ overflowId: queued.overflowId!, left: this.enter(queued) }] : [];
    });
    this.startSoon();
    return taken;
  }

  /** Of the rows those that may enter their queue, and those that were made and can be recorded nowhere. */
  sorted<Row extends Readonly<{ attempt: DeliveryAttempt }>>(rows: readonly Row[]): { makeable: Row[]; unrecordable: Row[] } {
    return { makeable: this.known.makeable(rows), unrecordable: rows.filter(({ attempt }) => this.known.isUnrecordable(attempt)) };
  }

  /** Receivers with attempts that wait in memory. */
  waitingReceivers(): string[] {
    return this.pool.waitingReceivers().map(({ receiverId }) => receiverId);
  }

  forgottenOf(receiverId: string): number {
    return this.forgotten.get(receiverId) ?? 0;
  }

  /** Moves the waiting attempts of held receivers to the table. @throws when the database is down: call it again */
  async storeHeld(): Promise<void> {
    for (const receiverId of this.barriers.heldReceivers()) await this.storeBuffered(receiverId);
  }

  /** Partitions go: what waits comes again to their next owner. */
  forgetWaiting(): void {
    for (const entry of this.pool.evictAll()) {
      this.leftMemory(entry);
      if (entry.isStored) this.leave(entry);
      else this.known.forget(entry.id);
    }
    for (const { id } of this.onTheirWay) this.known.forget(id);
    this.backpressure.partitionsMoved();
  }

  /** Partitions have come: attempts under way that were not sent come again. @param ids of the attempts */
  forgetUnsent(ids: readonly string[]): void {
    ids.forEach((id) => this.known.forget(id));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.drain();
  }

  /** Begins nothing more, and waits until the attempts that are under way are recorded. Repeated calls share one wait. */
  drain(): Promise<void> {
    this.isStopping = true;
    return (this.draining ??= this.execution.stop());
  }

  private isForTable(receiverId: string): boolean {
    return this.overflow.receivers.has(receiverId) || this.barriers.isForTable(receiverId);
  }

  private enter(queued: QueuedAttempt): Promise<Verdict> {
    let resolve!: QueueEntry['resolve'];
    const verdict = new Promise<Verdict>((settle) => (resolve = settle));
    this.barriers.checkKey(queued);
    const isCounted = !queued.isStored && !this.barriers.isPaced(queued.receiverId);
    const entry = { ...queued, verdict, resolve, isCounted };
    this.pool.add(entry);
    if (isCounted) this.backpressure.queued(queued.receiverReadAtMs);
    this.known.add(entry);
    return verdict;
  }

  private leftMemory({ isCounted, receiverReadAtMs }: QueueEntry): void {
    if (isCounted) this.backpressure.left(receiverReadAtMs);
  }

  /** What waits in memory goes to the table before what has just come, or the table would overtake it. */
  private async moveToTable(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    if (queuedAttempts.length === 0) return;
    const receiverIds = [...new Set(queuedAttempts.map(({ receiverId }) => receiverId))];
    const evicted = receiverIds.flatMap((receiverId) => this.pool.evict(receiverId, 'buffered'));
    await this.store(evicted, queuedAttempts);
    evicted.forEach((entry) => this.leftMemory(entry));
  }

  private async storeBuffered(receiverId: string): Promise<void> {
    const evicted = this.pool.evict(receiverId, 'buffered');
    if (evicted.length > 0) await this.store(evicted, []);
    evicted.forEach((entry) => this.leftMemory(entry));
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
    evicted.forEach((entry) => this.leave(entry));
  }

  private startWhatMay(): void {
    if (this.isStopping || !this.execution.mayBegin) return;
    while (this.concurrencyLimit.mayStart()) {
      const entry = this.pool.start(
        (receiverId, waiting) => this.barriers.mayStart(receiverId) && this.concurrencyLimit.mayStartFor(receiverId, waiting),
      );
      if (!entry) return;
      this.barriers.started(entry.receiverId);
      this.leftMemory(entry);
      void this.run(entry);
    }
  }

  /** A POST gives its permit back before it is recorded. */
  private async run(entry: QueueEntry): Promise<void> {
    const execution = this.execution.begin(entry, entry.verdict);
    const ended = this.concurrencyLimit.begin(entry.receiverId);
    const finished = await this.makeWhenDue(entry, execution);
    await turnOfTheLoop(); // undici takes a connection for free no sooner: the next POST would open another
    execution.permission.end();
    ended();
    if (finished === 'lost') return this.drop(entry, execution);
    if (finished && isResting(finished)) return this.holdBack(entry, execution, finished);
    const turn = this.pool.finish(entry, finished && signOf(finished), this.clock.steadyMs());
    if (turn === 'opened') this.events.circuitOpened(entry.receiverId);
    if (turn === 'closed') this.events.circuitClosed(entry.receiverId, 'answered');
    const isHeld = finished !== undefined && this.barriers.heldBy(entry, finished);
    if (isHeld || turn === 'opened') void this.restrict(entry.receiverId);
    this.startSoon();
    const verdict = await this.execution.record(execution, finished);
    this.startSoon();
    this.leave(entry, verdict);
  }

  /** @returns undefined when it was not made, because the log says that it is not due */
  private async makeWhenDue(entry: QueueEntry, execution: Execution): Promise<FinishedAttempt | Resting | 'lost' | undefined> {
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

  /** It was not sent, because the receiver's server rests: it waits in the table, before what waits behind it. */
  private async holdBack(entry: QueueEntry, execution: Execution, { forMs }: Resting): Promise<void> {
    const hasRow = this.execution.drop(execution);
    this.pool.finish(entry, undefined, this.clock.steadyMs());
    this.barriers.rests(entry, forMs);
    const stored = hasRow ? undefined : this.store([entry], []).catch((error: unknown) => this.events.overflowFailed(error));
    void this.restrict(entry.receiverId);
    this.startSoon();
    await stored;
    if (hasRow) this.leave(entry);
  }

  /** Rows of the receiver that have not begun leave memory: they are read again, in their order. */
  private forgetStored(receiverId: string): void {
    this.forgotten.set(receiverId, this.forgottenOf(receiverId) + 1);
    this.pool.evict(receiverId, 'stored').forEach((entry) => this.leave(entry));
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

  /** Moves the receiver's waiting attempts to the table, and tells token-api why they wait. If this fails, the next look repeats it. */
  private async restrict(receiverId: string): Promise<void> {
    this.forgetStored(receiverId);
    const onFailure = (error: unknown): void => this.events.overflowFailed(error);
    await Promise.all([this.barriers.tell().catch(onFailure), this.storeBuffered(receiverId).catch(onFailure)]);
  }

  private leave(entry: QueueEntry, verdict: Verdict = done): void {
    if (verdict.kind === 'deadLetter' && entry.isStored) this.known.markUnrecordable(entry);
    if (this.known.isHeldBy(entry)) this.known.forget(entry.id);
    entry.resolve(verdict);
  }
}
