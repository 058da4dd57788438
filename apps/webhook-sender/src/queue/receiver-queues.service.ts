import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, coalescePerTick, SECOND } from '#libs/config';
import { attemptId, type DeliveryAttempt } from '#libs/contracts';
import { done, type PartitionListener, type Verdict } from '#libs/messaging';
import { AttemptRunner } from '../attempt/attempt-runner.service.js';
import { AttemptLog } from '../attempt/attempt-log.service.js';
import { Condition } from './condition.service.js';
import { DeliveryChains } from './delivery-chains.js';
import { type FinishedAttempt, signOf } from '../attempt/finished-attempt.js';
import type { QueuedAttempt } from './queued-attempt.js';
import { FairScheduler } from './fair-scheduler.js';
import { withoutOvertaking } from '../overflow/without-overtaking.js';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { FencingTokens, type FencingToken } from './fencing-tokens.service.js';
import { Backpressure } from './backpressure.service.js';
import { ConcurrencyLimit } from './concurrency-limit.service.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { Generations, type IntakeMark } from './generations.service.js';
import { CONFIG, type WebhookSenderConfig } from '../webhook-sender.config.js';

interface Entry extends QueuedAttempt {
  readonly verdict: Promise<Verdict>;
  readonly resolve: (verdict: Verdict) => void;
}

/** In-flight POSTs get this long to end when the app stops; what has not begun comes again elsewhere. */
const DRAIN_MS = 20 * SECOND;
/** The verdict on a message that was let go with its partition: its offset must never pass, so none is ever given. */
const NEVER = new Promise<never>(() => undefined);

/** Takes attempts into the receivers' queues, or to the table where memory ends, and makes them as permits come free (docs/delivery.md). */
@Injectable()
export class ReceiverQueues implements BeforeApplicationShutdown, PartitionListener {
  /** What waits in memory; the overflow drainer alone tells it of circuits, others only look into it. */
  readonly pool: FairScheduler<Entry>;
  /** What is in a queue, by attempt: the same attempt again, while the first is under way, shares its verdict. */
  private readonly known = new Map<string, Promise<Verdict>>();
  /** Have left their queue for the table, and are not in it yet. */
  private readonly onTheirWay = new Set<Entry>();
  /** Rows whose attempt was made and can be recorded nowhere. */
  private readonly unrecordable = new Set<string>();
  private readonly chains = new DeliveryChains<Verdict>();
  private readonly generations: Generations;
  private readonly concurrencyLimit: ConcurrencyLimit;
  private readonly fencingTokens = new FencingTokens();
  private isStopping = false;
  private draining: Promise<void> | undefined;
  private readonly changes = new Condition();
  private readonly startSoon = coalescePerTick(() => this.startWhatMay());
  /** How often rows were forgotten here. Rows that were read meanwhile may lie behind them. */
  forgotten = 0;

  constructor(
    private readonly maker: AttemptRunner,
    private readonly recorder: AttemptLog,
    private readonly overflow: OverflowWriter,
    private readonly backpressure: Backpressure,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pool = new FairScheduler(config);
    this.concurrencyLimit = new ConcurrencyLimit(clock, this.startSoon);
    this.generations = new Generations(clock);
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
    const spilling: QueuedAttempt[] = [];
    const verdicts = queuedAttempts.map((queued) => {
      const known = this.known.get(queued.id);
      if (known) return known;
      if (queued.attempt.isTest) return this.isStopping ? NEVER : this.runTest(queued);
      if (this.pool.isFull(queued.receiverId) || this.overflow.hasOverflowedSince(since.overflowWrites, queued.receiverId))
        toTable.add(queued.receiverId);
      if (!toTable.has(queued.receiverId)) return this.enter(queued);
      spilling.push(queued);
      return done;
    });
    await this.spill(spilling);
    this.startSoon();
    return verdicts;
  }

  /** Rows that may go into their queue: not what is there already (its message came twice), and nothing of its consignment behind it. */
  whatMayBeTakenBack<R extends Pick<QueuedAttempt, 'attempt'>>(rows: readonly R[]): R[] {
    const makeable = rows.filter(({ attempt }) => !this.unrecordable.has(attemptId(attempt)));
    return withoutOvertaking(makeable, ({ attempt }) => this.verdictOf(attempt) !== undefined);
  }

  /** From the table back into the queue. @returns those taken, each with a promise that it leaves the queue, made or evicted */
  takeBack(queuedAttempts: readonly QueuedAttempt[]): { backlogId: number; left: Promise<unknown> }[] {
    const taken = this.whatMayBeTakenBack(queuedAttempts).flatMap((queued) => {
      const isNew = !this.known.has(queued.id); // it may have two rows
      return isNew ? [{ backlogId: queued.backlogId!, left: this.enter(queued) }] : [];
    });
    this.startSoon();
    return taken;
  }

  /** The receiver's rows are another instance's now: those that have not begun are forgotten. @returns them */
  forgetStored(receiverId: string): readonly QueuedAttempt[] {
    this.forgotten += 1;
    const evicted = this.pool.evict(receiverId, 'stored');
    evicted.forEach((entry) => this.leave(entry));
    return evicted;
  }

  /** The verdict to come on an attempt that is in a queue here. Asked before the tables are, or it may be recorded and gone between the two. */
  verdictOf(attempt: DeliveryAttempt): Promise<Verdict> | undefined {
    return this.known.get(attemptId(attempt));
  }

  watchOwnership(isSure: () => boolean): void {
    this.fencingTokens.watchOwnership(isSure);
  }

  /** What waits is forgotten, for it comes again to whoever gets its partition; what is under way is shielded. */
  onPartitionsRevoked(): void {
    this.generations.onPartitionsRevoked();
    const evicted = this.pool.evictBuffered();
    evicted.forEach(({ receiverReadAtMs }) => this.backpressure.left(receiverReadAtMs));
    [...evicted, ...this.onTheirWay].forEach(({ id }) => this.known.delete(id));
    this.backpressure.partitionsMoved();
    void this.overflow.markInFlight();
  }

  /** Forgets again: a member that the group had given up was never told to let go. */
  onPartitionsAssigned(): void {
    this.onPartitionsRevoked();
    this.fencingTokens.onPartitionsAssigned().forEach((attempt) => this.known.delete(attempt));
    this.generations.onPartitionsAssigned();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.drain();
  }

  /** Begins nothing more, and waits until what is under way is recorded; once, whoever asks. */
  drain(): Promise<void> {
    return (this.draining ??= this.untilIdle());
  }

  private async untilIdle(): Promise<void> {
    this.isStopping = true;
    this.fencingTokens.stop();
    const deadlineMs = this.clock.steadyMs() + DRAIN_MS;
    while (this.overflow.isWorkUnderWay && this.clock.steadyMs() < deadlineMs) await this.changes.next(deadlineMs - this.clock.steadyMs());
  }

  /** Rows whose POST ahead of them has ended here are free for whoever drains the receiver. */
  releaseKept(): Promise<void> {
    return this.overflow.releaseKept();
  }

  /** Asked for before a batch reads the tables. */
  async moment(): Promise<IntakeMark> {
    return { generation: await this.generations.handedOver(), overflowWrites: this.overflow.mark };
  }

  private enter(queued: QueuedAttempt): Promise<Verdict> {
    let resolve!: Entry['resolve'];
    const verdict = new Promise<Verdict>((settle) => (resolve = settle));
    this.pool.add({ ...queued, verdict, resolve });
    if (!queued.isStored) this.backpressure.queued(queued.receiverReadAtMs);
    this.known.set(queued.id, verdict);
    return verdict;
  }

  /** What waits in memory goes to the table before what has just come, or the table would overtake it. */
  private async spill(queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    if (queuedAttempts.length === 0) return;
    const evicted = [...new Set(queuedAttempts.map(({ receiverId }) => receiverId))].flatMap((receiverId) =>
      this.pool.evict(receiverId, 'buffered'),
    );
    await this.store(evicted, queuedAttempts);
  }

  private async store(evicted: readonly Entry[], queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    evicted.forEach((entry) => this.onTheirWay.add(entry));
    try {
      await this.overflow.spill([...evicted, ...queuedAttempts]);
    } catch (error) {
      evicted.filter(({ id, verdict }) => this.known.get(id) === verdict).forEach((entry) => this.pool.add(entry));
      throw error;
    } finally {
      evicted.forEach((entry) => this.onTheirWay.delete(entry));
    }
    evicted.forEach((entry) => {
      this.backpressure.left(entry.receiverReadAtMs);
      this.leave(entry);
    });
  }

  /** A POST gives its permit back before it is recorded. While the log takes nothing, no more begin than a kill may repeat. */
  private startWhatMay(): void {
    if (this.isStopping || this.recorder.unrecorded >= this.config.maxInFlight) return;
    while (this.concurrencyLimit.mayStart()) {
      const entry = this.pool.start((receiverId, waiting) => this.concurrencyLimit.mayStartFor(receiverId, waiting));
      if (!entry) return;
      if (!entry.isStored) this.backpressure.left(entry.receiverReadAtMs);
      void this.run(entry);
    }
  }

  private async run(entry: Entry): Promise<void> {
    const fencingToken = this.tokenFor(entry);
    this.events.started();
    const ended = this.concurrencyLimit.begin(entry.receiverId);
    this.overflow.begin(entry);
    const finished = (await this.mayMake(entry)) ? await this.maker.make(entry, fencingToken) : undefined;
    await turnOfTheLoop(); // undici takes a connection for free no sooner: the next POST would open another
    fencingToken.end();
    ended();
    this.events.ended();
    if (finished === 'lost') return this.drop(entry);
    const turn = this.pool.finish(entry, finished && signOf(finished), this.clock.steadyMs());
    if (turn === 'opened') void this.open(entry.receiverId);
    if (turn === 'closed') this.events.circuitClosed(entry.receiverId, 'answered');
    this.startSoon();
    const verdict = await this.end(entry, finished);
    this.chains.end(entry.attempt);
    this.leave(entry, verdict);
  }

  private tokenFor(queued: QueuedAttempt): FencingToken {
    return queued.isLeased
      ? FencingTokens.ofLease(queued.isLeased)
      : this.fencingTokens.tokenFor(queued.id, () => this.overflow.mayBegin(queued));
  }

  /** It was not sent, and comes again with its partition or out of the table. */
  private drop(entry: Entry): void {
    const hasRow = this.overflow.dropped(entry);
    if (entry.isStored) this.forgetStored(entry.receiverId); // read again in their order, or a later one would overtake it
    this.pool.finish(entry, undefined, this.clock.steadyMs());
    this.chains.end(entry.attempt);
    // Its message has been forgotten by now; in a stop it has not, and its offset must not pass.
    if (hasRow) this.leave(entry);
    else if (!this.isStopping) entry.resolve(done);
    this.startSoon();
    this.changes.announce();
  }

  /** Retries are rare and can be forked by a kill: the log is asked once more, after whatever attempt of the same delivery is under way here is in it. */
  private async mayMake(entry: Entry): Promise<boolean> {
    const before = this.chains.begin(entry.attempt, this.known.get(entry.id));
    await before;
    if (!entry.isRetry && before === undefined) return true;
    const when = await this.recorder.whenToMake(entry, { nowMs: this.clock.nowMs(), retryDelayMs: this.config.retryDelayMs });
    if (when.kind === 'later') await this.putBack(entry, when.dueAtMs);
    return when.kind === 'now';
  }

  /** Its message comes again, perhaps before we have left: it must find nobody here to share a verdict with, for ours says done. */
  private async putBack(entry: Entry, dueAtMs: number): Promise<void> {
    this.known.delete(entry.id);
    await this.recorder.putBack(entry, dueAtMs);
  }

  /** Past the queue: a customer who asks whether the receiver works must not wait behind the one that did not. */
  private runTest(queued: QueuedAttempt): Promise<Verdict> {
    this.overflow.begin(queued); // a stop waits for it, and whoever gets the partition learns that it is under way
    const fencingToken = this.tokenFor(queued);
    const recorded = this.maker.make(queued, fencingToken).then(async (finished) => {
      fencingToken.end();
      const comesAgain = finished === 'lost' && !this.overflow.dropped(queued);
      const verdict = finished === 'lost' ? done : await this.end(queued, finished);
      if (!comesAgain) this.known.delete(queued.id);
      this.changes.announce();
      return comesAgain ? NEVER : verdict;
    });
    this.known.set(queued.id, recorded);
    return recorded;
  }

  /** Into the log, and its row out of the table; what was not made has only the row. */
  private async end(queued: QueuedAttempt, finished: FinishedAttempt | undefined): Promise<Verdict> {
    const backlogId = this.overflow.rowOf(queued);
    const verdict = finished ? await this.recorder.record(backlogId === finished.backlogId ? finished : { ...finished, backlogId }) : done;
    if (!finished && backlogId !== undefined) await this.overflow.forget(backlogId);
    this.overflow.end(queued);
    this.startSoon();
    return verdict;
  }

  /** What waits behind an open circuit waits in the table; if that fails, it stays here and is spilled with the next arrival. */
  private async open(receiverId: string): Promise<void> {
    this.events.circuitOpened(receiverId);
    this.forgetStored(receiverId);
    await this.store(this.pool.evict(receiverId, 'buffered'), []).catch((error: unknown) => this.events.overflowFailed(error));
  }

  private leave(entry: Entry, verdict: Verdict = done): void {
    // A row of the table that cannot be recorded would be read and made again for ever: it is left alone until somebody has looked.
    if (verdict.kind === 'park' && entry.isStored) this.unrecordable.add(entry.id);
    if (this.known.get(entry.id) === entry.verdict) this.known.delete(entry.id);
    entry.resolve(verdict);
    this.changes.announce();
  }
}
