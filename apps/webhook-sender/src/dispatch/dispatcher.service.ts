import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Clock, CLOCK, coalescePerTick } from '#libs/config';
import type { DeliveryAttempt } from '#libs/contracts';
import { done, type Verdict } from '#libs/messaging';
import { DeliveryEvents } from '../attempt/delivery-events.provider.js';
import { type FinishedAttempt, signOf } from '../attempt/finished-attempt.js';
import { isResting, type Resting } from '../http/outcome.js';
import type { InFlightAttempt } from '../in-flight/in-flight-attempts.service.js';
import { OverflowWriter } from '../overflow/overflow-writer.service.js';
import type { Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import type { Consequence, Outcome } from '../queue/receiver-queue.js';
import { ClientKeys } from '../receivers/client-keys.service.js';
import { ConcurrencyLimit } from '../turns/concurrency-limit.js';
import { ReceiverStates } from '../turns/receiver-states.service.js';
import { Turns } from '../turns/turns.provider.js';
import { WakeUp } from '../turns/wake-up.js';
import { AttemptExecution } from './attempt-execution.service.js';
import { KnownAttempts } from './known-attempts.js';

/** The verdict on a message whose partition has moved. It never resolves, because the offset must not be committed. */
export const NEVER = new Promise<never>(() => undefined);

/** Puts attempts into the receivers' queues or the table, and makes them as permits become free (docs/delivery.md). */
@Injectable()
export class Dispatcher implements BeforeApplicationShutdown {
  private readonly known = new KnownAttempts();
  private readonly concurrencyLimit: ConcurrencyLimit;
  private readonly wakeUp: WakeUp;
  private isStopping = false;
  private draining: Promise<void> | undefined;
  private readonly startSoon = coalescePerTick(() => this.startWhatMay());

  constructor(
    private readonly turns: Turns,
    private readonly execution: AttemptExecution,
    private readonly overflow: OverflowWriter,
    private readonly states: ReceiverStates,
    private readonly clientKeys: ClientKeys,
    private readonly events: DeliveryEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.concurrencyLimit = new ConcurrencyLimit(clock, this.startSoon);
    this.wakeUp = new WakeUp(clock, this.startSoon);
  }

  /**
   * Returns the verdict of an attempt that is in a queue or in flight here. Ask before reading the tables: the attempt may be recorded and
   * forgotten in between.
   */
  verdictOf(attempt: DeliveryAttempt): Promise<Verdict> | undefined {
    return this.known.get(attempt)?.verdict;
  }

  /**
   * Puts each attempt into its queue, or into the table if the queue says so. A promised verdict resolves when the attempt is recorded; it
   * never resolves if the partition moves first.
   * @throws when the database is down: take the batch again
   */
  async take(queuedAttempts: readonly QueuedAttempt[]): Promise<(Verdict | Promise<Verdict>)[]> {
    const full = new Set<Queue>();
    const overflowing: QueuedAttempt[] = [];
    const nowMs = this.clock.steadyMs();
    const verdicts = queuedAttempts.map((queued) => {
      const { attempt, queue, receiver } = queued;
      const known = this.known.get(attempt);
      if (known) return known.verdict;
      if (attempt.isTest) return this.isStopping ? NEVER : this.runTest(queued);
      if (receiver) queue.limit(receiver, nowMs);
      if (queue.isForTable(nowMs, this.turns.longestQueue)) full.add(queue);
      if (!full.has(queue)) return this.enter(queued);
      overflowing.push(queued);
      return done;
    });
    if (overflowing.length > 0) await this.moveToTable([...full], overflowing);
    this.startSoon();
    return verdicts;
  }

  /**
   * Takes attempts from the table back into their queues.
   * @returns the attempts that were taken; their verdicts resolve when they leave the queue, made or evicted
   */
  takeBack(queuedAttempts: readonly QueuedAttempt[]): QueuedAttempt[] {
    const taken = this.known.enterable(queuedAttempts).filter((queued) => {
      if (this.known.get(queued.attempt)) return false; // the attempt has two rows and has entered from the first
      void this.enter(queued);
      return true;
    });
    this.startSoon();
    return taken;
  }

  /** The rows of one receiver that may enter their queue. */
  enterable<Row extends Readonly<{ attempt: DeliveryAttempt }>>(rows: readonly Row[]): Row[] {
    return this.known.enterable(rows);
  }

  /** Call this when something outside the queues may let attempts start. */
  goOn(): void {
    this.startSoon();
  }

  /**
   * Moves the attempts that wait in memory to the table.
   * @throws when the database is down: call it again
   */
  async storeBuffered(queue: Queue): Promise<void> {
    await this.moveToTable([queue], []);
  }

  /** Forgets waiting attempts when partitions go; the next owner gets them again. */
  forgetWaiting(): void {
    const waiting = [...this.known.all()].filter(({ isInFlight }) => !isInFlight);
    waiting.forEach((queued) => this.known.forget(queued));
    for (const queue of new Set(waiting.map((queued) => queued.queue)))
      for (const queued of this.turns.evict(queue, 'all')) if (queued.isStored) queued.resolve(done);
    this.turns.partitionsMoved();
  }

  /** Forgets unsent attempts in flight when partitions come; the attempts arrive again as new ones. */
  forgetUnsent(unsent: readonly QueuedAttempt[]): void {
    unsent.forEach((queued) => this.known.forget(queued));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.drain();
  }

  /** Starts no more attempts, and waits until those in flight are recorded. Repeated calls share one wait. */
  drain(): Promise<void> {
    this.isStopping = true;
    return (this.draining ??= this.execution.stop());
  }

  private enter(queued: QueuedAttempt): Promise<Verdict> {
    this.checkKey(queued);
    this.turns.add(queued);
    this.known.add(queued);
    return queued.verdict;
  }

  /** Checks the key of the receiver's client certificate before its attempts begin, so that no attempt holds a permit during the check. */
  private checkKey({ attempt, receiver, queue }: QueuedAttempt): void {
    const fault = receiver?.clientCertificate && this.clientKeys.check(attempt, receiver.clientCertificate);
    if (!fault) return;
    const checked = queue.checkKey();
    const goOn = (): void => {
      checked();
      this.startSoon(); // the attempt asks again when it begins, and then learns why the check failed
    };
    fault.then(goOn, goOn);
  }

  /** Stores the attempts that wait in memory before the new ones; otherwise the new ones would overtake them. */
  private async moveToTable(queues: readonly Queue[], queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    const evicted = queues.flatMap((queue) => this.turns.evict(queue, 'buffered'));
    if (evicted.length + queuedAttempts.length > 0) await this.store(evicted, queuedAttempts);
  }

  private async store(evicted: readonly QueuedAttempt[], queuedAttempts: readonly QueuedAttempt[]): Promise<void> {
    try {
      await this.overflow.store([...evicted, ...queuedAttempts]);
    } catch (error) {
      evicted.filter((queued) => this.known.has(queued)).forEach((queued) => this.turns.add(queued));
      throw error;
    }
    evicted.forEach((queued) => this.leave(queued));
  }

  private startWhatMay(): void {
    if (this.isStopping || !this.execution.mayBegin) return;
    const nowMs = this.clock.steadyMs();
    while (this.concurrencyLimit.mayStart()) {
      const queued = this.turns.start(nowMs, (queue) => this.concurrencyLimit.mayStartFor(queue));
      if (!queued) return this.wakeUp.at(this.turns.nextStartMs());
      void this.run(queued);
    }
  }

  /** The permit is given back before the attempt is recorded. */
  private async run(queued: QueuedAttempt): Promise<void> {
    const begun = this.execution.begin(queued);
    const ended = this.concurrencyLimit.begin(queued.queue);
    const finished = await this.makeWhenDue(begun);
    await turnOfTheLoop(); // undici does not free a connection sooner; without this wait the next POST would open another
    begun.permission.end();
    ended();
    if (finished === 'lost') return this.drop(begun);
    if (finished && isResting(finished)) return this.holdBack(begun, finished);
    const { isHeld, circuit } = this.ended(queued, { sign: finished && signOf(finished), hold: finished?.hold });
    if (isHeld || circuit === 'opened') void this.restrict(queued.queue);
    const verdict = await this.execution.record(begun, finished);
    this.startSoon();
    this.leave(queued, verdict);
  }

  /** @returns undefined when no attempt was made, because the log says that it is not due or was already made */
  private async makeWhenDue(begun: InFlightAttempt): Promise<FinishedAttempt | Resting | 'lost' | undefined> {
    const when = await this.execution.whenToMake(begun);
    if (when.kind === 'now') return this.execution.make(begun);
    if (when.kind === 'later') {
      // The message may come again before this attempt has left. The new message must not share this attempt's verdict, `done`.
      this.known.forget(begun.queued);
      await this.execution.putBack(begun, when.dueAtMs);
    }
    return undefined;
  }

  /** Tells the queue about the outcome, and reports the consequences. */
  private ended(queued: QueuedAttempt, outcome: Outcome): Consequence {
    const { receiverId } = queued;
    const consequence = this.turns.ended(queued, outcome, this.clock.steadyMs());
    if (consequence.circuit === 'opened') this.events.circuitOpened(receiverId);
    if (consequence.circuit === 'closed') this.events.circuitClosed(receiverId, 'answered');
    if (consequence.isHeld) this.events.held(receiverId, outcome.hold!);
    this.startSoon();
    return consequence;
  }

  /** Drops an attempt that was not sent; it comes again with its partition or from the table. */
  private drop(begun: InFlightAttempt): void {
    const { queued } = begun;
    const hasRow = this.execution.drop(begun);
    if (queued.isStored) this.forgetStored(queued.queue); // read again in order; otherwise a later row would overtake this one
    this.ended(queued, {});
    // A revocation has already forgotten the message. In a stop the message is still known, and its offset must not be committed.
    if (hasRow) this.leave(queued);
    else if (!this.isStopping) queued.resolve(done);
  }

  /**
   * Puts back an attempt that was not sent because the receiver's server rests. The attempt goes to the table, ahead of the attempts behind
   * it.
   */
  private async holdBack(begun: InFlightAttempt, { forMs }: Resting): Promise<void> {
    const { queued } = begun;
    const hasRow = this.execution.drop(begun);
    this.ended(queued, { hold: { forMs, httpStatus: undefined } });
    const stored = hasRow ? undefined : this.store([queued], []).catch((error: unknown) => this.events.overflowFailed(error));
    void this.restrict(queued.queue);
    await stored;
    if (hasRow) this.leave(queued);
  }

  /** Evicts the receiver's stored rows that have not begun; they are read again in order. */
  private forgetStored(queue: Queue): void {
    queue.rows.evictions += 1;
    this.turns.evict(queue, 'stored').forEach((queued) => this.leave(queued));
  }

  /**
   * Runs a test beside the queue: a customer who tests a failing receiver must not wait behind its failed deliveries. No attempt precedes a
   * test, and no retry follows.
   */
  private runTest(queued: QueuedAttempt): Promise<Verdict> {
    this.known.add(queued);
    void this.makeTest(queued);
    return queued.verdict;
  }

  private async makeTest(queued: QueuedAttempt): Promise<void> {
    const begun = this.execution.begin(queued); // a stop waits for the test, and the partition's next owner learns that it is in flight
    const finished = await this.execution.make(begun);
    begun.permission.end();
    if (finished !== 'lost' && !isResting(finished)) this.leave(queued, await this.execution.record(begun, finished));
    else if (this.execution.drop(begun)) this.leave(queued);
  }

  /**
   * Moves the receiver's waiting attempts to the table, and tells token-api why they wait. If this fails, it is repeated: for a hold at the
   * next look, for an open circuit at the next arrival.
   */
  private async restrict(queue: Queue): Promise<void> {
    this.forgetStored(queue);
    const onFailure = (error: unknown): void => this.events.overflowFailed(error);
    await Promise.all([this.states.tell().catch(onFailure), this.storeBuffered(queue).catch(onFailure)]);
  }

  private leave(queued: QueuedAttempt, verdict: Verdict = done): void {
    this.known.forget(queued);
    queued.resolve(verdict);
  }
}
