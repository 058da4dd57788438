import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, coalescePerTick, CONFIG } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { type Assignment, done, type PartitionListener, type Verdict } from '#libs/messaging';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { type FinishedAttempt, signOf } from '../attempt/finished-attempt.js';
import type { QueuedAttempt } from '../attempt/queued-attempt.js';
import { type Hold, holdOf } from '../attempt/retry-after.js';
import { OverflowRepository } from '../overflow/overflow.repository.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import { Backpressure } from '../partitions/backpressure.service.js';
import { Ownership } from '../partitions/ownership.service.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { AttemptExecution, type Execution } from './attempt-execution.service.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { FairScheduler } from './fair-scheduler.js';
import { Holds } from './holds.js';
import { KnownAttempts } from './known-attempts.js';
import { type OwnerLimit, OwnerLimits } from './owner-limits.js';
import type { ReceiverState } from './receiver-states.repository.js';
import { ReceiverStates } from './receiver-states.service.js';

interface QueueEntry extends QueuedAttempt {
  readonly verdict: Promise<Verdict>;
  readonly resolve: (verdict: Verdict) => void;
  /** It waits for this process, not for limits of its receiver. */
  readonly isCounted: boolean;
}

/** What a receiver's rows in the table wait behind. */
export interface Outlook {
  readonly isHeld: boolean;
  readonly isOpen: boolean;
  readonly isProbeDue: boolean;
  readonly isLimited: boolean;
  /** How many of its rows may be in memory. */
  readonly room: number;
}

/** The verdict on a message that was let go with its partition: its offset must never pass, so none is ever given. */
const NEVER = new Promise<never>(() => undefined);

/** Takes attempts into the receivers' queues, or to the table where memory ends, and makes them as permits come free (docs/delivery.md). */
@Injectable()
export class ReceiverQueues implements BeforeApplicationShutdown, PartitionListener {
  private readonly pool: FairScheduler<QueueEntry>;
  private readonly known = new KnownAttempts<Verdict>();
  private readonly holds: Holds;
  private readonly ownerLimits: OwnerLimits;
  private readonly concurrencyLimit: ConcurrencyLimit;
  /** Have left their queue for the table, and are not in it yet. */
  private readonly onTheirWay = new Set<QueueEntry>();
  /** How often rows of a receiver were forgotten here. */
  private readonly forgotten = new Map<string, number>();
  private isStopping = false;
  private draining: Promise<void> | undefined;
  private readonly startSoon = coalescePerTick(() => this.startWhatMay());

  constructor(
    private readonly execution: AttemptExecution,
    private readonly overflow: OverflowWriter,
    private readonly backlog: OverflowRepository,
    private readonly states: ReceiverStates,
    private readonly ownership: Ownership,
    private readonly backpressure: Backpressure,
    private readonly events: DeliveryEvents,
    @Inject(CONFIG) private readonly config: WebhookSenderConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.pool = new FairScheduler(config);
    this.concurrencyLimit = new ConcurrencyLimit(clock, this.startSoon);
    this.holds = new Holds(clock);
    this.ownerLimits = new OwnerLimits(clock, () => clock.steadyMs() - ownership.sinceAssignmentMs, this.startSoon);
  }

  /** Attempts that wait in memory. */
  get waiting(): number {
    return this.pool.waiting;
  }

  /** POSTs that have a permit. */
  get inFlight(): number {
    return this.pool.inFlight;
  }

  get openCircuits(): number {
    return this.pool.openCircuits;
  }

  /** Asked for before a batch reads the tables. @returns the generation of the partitions @throws when the database is down: take the batch again */
  claimed(): Promise<number> {
    return this.ownership.claimed(() => this.takeOver());
  }

  /** The attempt that is in a queue or under way here. Ask before you read the tables: it may be recorded and forgotten between the two. */
  verdictOf(attempt: DeliveryAttempt): Promise<Verdict> | undefined {
    return this.known.verdictOf(attempt);
  }

  /**
   * Each attempt goes into its queue, or to the table where memory is full, the receiver is degraded, or others of it wait there already.
   * A promised verdict comes when the attempt is recorded; never, when partitions have gone since `generation` was asked for.
   * @throws when the database is down: take the batch again
   */
  async take(queuedAttempts: readonly QueuedAttempt[], generation: number): Promise<(Verdict | Promise<Verdict>)[]> {
    if (this.ownership.isOver(generation)) return queuedAttempts.map(() => NEVER);
    const toTable = new Set<string>();
    const overflowing: QueuedAttempt[] = [];
    const verdicts = queuedAttempts.map((queued) => {
      const known = this.known.verdictFor(queued);
      if (known) return known;
      if (queued.attempt.isTest) return this.isStopping ? NEVER : this.runTest(queued);
      if (queued.receiver) this.ownerLimits.set(queued.receiverId, queued.receiver);
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
  takeBack(queuedAttempts: readonly QueuedAttempt[]): { backlogId: number; left: Promise<unknown> }[] {
    const taken = this.known.makeable(queuedAttempts).flatMap((queued) => {
      const isNew = !this.known.verdictFor(queued); // it may have two rows
      return isNew ? [{ backlogId: queued.backlogId!, left: this.enter(queued) }] : [];
    });
    this.startSoon();
    return taken;
  }

  outlookOf(receiverId: string): Outlook {
    const circuit = this.pool.queue(receiverId)?.circuit;
    return {
      isHeld: this.holds.isHeld(receiverId),
      isOpen: circuit?.isOpen ?? false,
      isProbeDue: circuit?.isProbeDue(this.clock.steadyMs()) ?? false,
      isLimited: this.ownerLimits.has(receiverId),
      room: Math.min(this.pool.refillLimit(receiverId), this.ownerLimits.room(receiverId)),
    };
  }

  /** Of the rows those that may enter their queue, and those that were made and can be recorded nowhere. */
  sort<Row extends Readonly<{ attempt: DeliveryAttempt }>>(rows: readonly Row[]): { makeable: Row[]; unrecordable: Row[] } {
    return { makeable: this.known.makeable(rows), unrecordable: rows.filter(({ attempt }) => this.known.isUnrecordable(attempt)) };
  }

  /** A probe goes out. An answer that came while its row was read has closed the circuit: told of a probe, it would open again. */
  probed(receiverId: string): void {
    const circuit = this.pool.queue(receiverId)?.circuit;
    if (circuit?.isOpen) circuit.probe(this.clock.steadyMs());
  }

  /** The limits that its owner has set, as configured now. */
  limit(receiverId: string, limit: OwnerLimit): void {
    this.ownerLimits.set(receiverId, limit);
  }

  /** Receivers with attempts that wait in memory. */
  waitingReceivers(): string[] {
    return this.pool.waitingReceivers().map(({ receiverId }) => receiverId);
  }

  /** Nothing is sent to the receiver any more: it is deleted or disabled. */
  forgetReceiver(receiverId: string): void {
    this.holds.forget(receiverId);
    if (this.pool.forget(receiverId)) this.events.circuitClosed(receiverId, 'gone');
  }

  forgottenOf(receiverId: string): number {
    return this.forgotten.get(receiverId) ?? 0;
  }

  /** To be called now and then: tells what attempts wait behind, and forgets what is over. @throws when the database is down */
  async tidy(): Promise<void> {
    const hasRows = (receiverId: string): boolean => this.overflow.backlogged.has(receiverId);
    this.pool.tidy(this.clock.steadyMs(), hasRows).forEach((receiverId) => this.events.circuitClosed(receiverId, 'lapsed'));
    this.ownerLimits.tidy((receiverId) => this.pool.queue(receiverId) === undefined && !hasRows(receiverId));
    for (const { receiverId } of this.holds.all()) await this.storeBuffered(receiverId);
    this.ownerLimits.setElsewhere(await this.backlog.keptElsewhere(this.ownerLimits.inFlightLimited()));
    await this.tellStates();
  }

  /** Forgets what waits: it comes again to the next owner of its partition. Attempts in flight get their markers. */
  onPartitionsRevoked(): void {
    this.ownership.onPartitionsRevoked();
    this.overflow.backlogged.clear();
    for (const entry of this.pool.evictAll()) {
      this.leftMemory(entry);
      if (entry.isStored) this.leave(entry);
      else this.known.forget(entry.id);
    }
    for (const { id } of this.onTheirWay) this.known.forget(id);
    this.backpressure.partitionsMoved();
    void this.handOver(this.ownership.epochsNow);
  }

  /** Forgets again: a member that the group has removed gets no revocation. */
  onPartitionsAssigned(assignment: Assignment): void {
    this.onPartitionsRevoked();
    this.execution.onPartitionsAssigned(assignment.isSure).forEach((id) => this.known.forget(id));
    this.ownership.onPartitionsAssigned(assignment);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.drain();
  }

  /** Begins nothing more, and waits until the attempts that are under way are recorded. Repeated calls share one wait. */
  drain(): Promise<void> {
    this.isStopping = true;
    return (this.draining ??= this.execution.stop().then(() => this.handOver(this.ownership.epochsNow)));
  }

  /** The next owners begin when what is in flight has its rows. */
  private async handOver(epochs: ReadonlyMap<number, number>): Promise<void> {
    await this.overflow.markInFlight();
    await this.ownership.release(epochs).catch((error: unknown) => this.events.notReleased(error)); // the next owners wait until it looks as if this process were gone
  }

  /** What the former owners of the partitions have left. */
  private async takeOver(): Promise<void> {
    const isOwned = (receiverId: string): boolean => this.ownership.owns(receiverId);
    const [states, receivers] = await Promise.all([this.states.takeOver(), this.backlog.receivers()]);
    this.pool.keepOnly(isOwned);
    this.holds.keepOnly(isOwned);
    for (const state of states) {
      const { untilProbeMs, heldForMs, heldHttpStatus = 429 } = state;
      if (untilProbeMs !== undefined) this.pool.restore(state, this.clock.steadyMs() + untilProbeMs);
      if (heldForMs !== undefined) this.holds.hold(state, { forMs: heldForMs, httpStatus: heldHttpStatus });
    }
    this.overflow.backlogged.clear(); // of the markers that were written meanwhile
    this.overflow.backlogged.found(receivers.filter(isOwned));
    await this.tellStates();
  }

  private tellStates(): Promise<void> {
    const nowMs = this.clock.steadyMs();
    return this.states.tell(() => this.currentStates(nowMs), nowMs);
  }

  private currentStates(nowMs: number): ReceiverState[] {
    const states = new Map<string, ReceiverState>();
    const add = (state: ReceiverState): unknown => states.set(state.receiverId, { ...states.get(state.receiverId), ...state });
    this.pool.circuits(nowMs).forEach(add);
    for (const { receiverId, account, httpStatus, untilMs } of this.holds.all())
      add({ receiverId, account, heldForMs: untilMs - nowMs, heldHttpStatus: httpStatus });
    for (const { receiverId, account, waiting } of this.pool.waitingReceivers())
      if (this.ownerLimits.has(receiverId)) add({ receiverId, account, limited: waiting });
    return [...states.values()];
  }

  private isForTable(receiverId: string): boolean {
    const waiting = this.pool.queue(receiverId)?.waiting ?? 0;
    return (
      this.overflow.backlogged.has(receiverId) ||
      this.holds.isHeld(receiverId) ||
      this.pool.isFull(receiverId) ||
      waiting >= this.ownerLimits.room(receiverId)
    );
  }

  private enter(queued: QueuedAttempt): Promise<Verdict> {
    let resolve!: QueueEntry['resolve'];
    const verdict = new Promise<Verdict>((settle) => (resolve = settle));
    const isCounted = !queued.isStored && !this.ownerLimits.has(queued.receiverId);
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
  }

  private async storeBuffered(receiverId: string): Promise<void> {
    const evicted = this.pool.evict(receiverId, 'buffered');
    if (evicted.length > 0) await this.store(evicted, []);
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
      this.leftMemory(entry);
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
      this.leftMemory(entry);
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
    if (hold) void this.hold(entry, hold);
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

  /** What waits behind an open circuit waits in the table; if that fails, it stays here and is stored with the next arrival. */
  private async open(receiverId: string): Promise<void> {
    this.events.circuitOpened(receiverId);
    await this.restrict(receiverId);
  }

  private async hold(entry: QueueEntry, hold: Hold): Promise<void> {
    if (!this.holds.hold(entry, hold)) return;
    this.events.held(entry.receiverId, hold);
    await this.restrict(entry.receiverId);
  }

  /** What waits for it waits in the table from now on, and all may see why. What fails is done with the next look. */
  private async restrict(receiverId: string): Promise<void> {
    this.forgetStored(receiverId);
    const onFailure = (error: unknown): void => this.events.overflowFailed(error);
    await Promise.all([this.tellStates().catch(onFailure), this.storeBuffered(receiverId).catch(onFailure)]);
  }

  private leave(entry: QueueEntry, verdict: Verdict = done): void {
    if (verdict.kind === 'park' && entry.isStored) this.known.markUnrecordable(entry);
    if (this.known.isHeldBy(entry)) this.known.forget(entry.id);
    entry.resolve(verdict);
  }
}
