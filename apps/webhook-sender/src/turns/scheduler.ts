import type { OrderedAttempt, Origin } from '../queue/ordered-attempts.js';
import type { Consequence, Outcome, ReceiverQueue } from '../queue/receiver-queue.js';
import {
  isLastAllThatIsLeft,
  isReserveAllThatIsLeft,
  isSmall,
  mayHoldMore,
  mayStart,
  mayUseReserve,
  queueLimit,
  refillLimit,
  type PermitUse,
} from './permits.js';
import { type Account, RoundRobin } from './round-robin.js';

/**
 * The most accounts, and the most of their queues together, to look at before giving up when the free permits are reserved. The next look
 * begins with the others.
 */
const MOST_LOOKS = 128;

/** The limits of the scheduler. */
export interface SchedulerLimits {
  /** POSTs at once, all receivers together. */
  readonly maxInFlight: number;
  /** Attempts that wait in memory, all receivers together. */
  readonly maxWaitingAttempts: number;
}

/** An attempt with its queue. */
export interface Scheduled extends OrderedAttempt {
  readonly queue: ReceiverQueue<this>;
}

/** The circumstances in which a permit is given. */
interface Ask<Queue> {
  readonly use: PermitUse;
  readonly nowMs: number;
  readonly mayBegin: (queue: Queue) => boolean;
  /** The most queues of one account to look at. */
  readonly mostLooks: number;
}

/** Decides which attempt starts next, across all queues and their common permits and memory. */
export class Scheduler<Attempt extends Scheduled> {
  private readonly turns = new RoundRobin<ReceiverQueue<Attempt>>();
  /** POSTs in flight to degraded receivers. */
  private degradedInFlight = 0;
  private wakeAtMs = Infinity;
  /** Attempts that wait in memory. */
  waiting = 0;
  /** POSTs in flight. */
  inFlight = 0;

  constructor(private readonly limits: SchedulerLimits) {}

  /** How many attempts one queue may have in memory now. */
  get longestQueue(): number {
    return queueLimit(this.limits.maxWaitingAttempts, this.waiting);
  }

  /** Returns how many of its rows a receiver may have in memory, including rows already there. */
  roomOf({ waiting, room }: ReceiverQueue<Attempt>): number {
    return Math.min(room, refillLimit(this.limits.maxWaitingAttempts - this.waiting, waiting));
  }

  add(attempt: Attempt): void {
    this.change(attempt.queue, () => attempt.queue.add(attempt));
  }

  /**
   * Starts the next attempt; accounts take turns, and so do the receivers within an account. The attempt holds its permit until `ended`.
   * @param mayBegin whether another POST to this receiver makes sense now
   */
  start(nowMs: number, mayBegin: (queue: ReceiverQueue<Attempt>) => boolean = () => true): Attempt | undefined {
    const { use } = this;
    if (use.inFlight >= use.max) return undefined;
    // Under full load this runs whenever a POST ends, so accounts that may not start anyway are not looked at.
    const accounts = this.turns.rows(isLastAllThatIsLeft(use) ? 'small' : 'all');
    let looks = Math.min(accounts.size, MOST_LOOKS); // each account goes back to the end of the row
    const ask = { use, nowMs, mayBegin, mostLooks: Math.ceil(MOST_LOOKS / looks) };
    for (const account of accounts) {
      if (looks-- === 0) return undefined;
      this.turns.accountToTheEnd(account);
      const attempt = mayHoldMore(use, account.inFlight) ? this.startOneOf(account, ask) : undefined;
      if (attempt) return attempt;
    }
    return undefined;
  }

  /** Returns when a queue that was skipped since the last call may start; Infinity = only after another change. */
  nextStartMs(): number {
    const atMs = this.wakeAtMs;
    this.wakeAtMs = Infinity;
    return atMs;
  }

  /** Call this when the attempt's POST has ended or was not made. */
  ended(attempt: Attempt, outcome: Outcome, nowMs: number): Consequence {
    return this.change(attempt.queue, () => attempt.queue.ended(attempt, outcome, nowMs));
  }

  /** Removes waiting attempts from memory, each consignment's oldest first. */
  evict(queue: ReceiverQueue<Attempt>, which: Origin): Attempt[] {
    return queue.waiting === 0 ? [] : this.change(queue, () => queue.evict(which));
  }

  /** Runs every change of a queue's counts, of its next attempt or of its degraded state, and then updates totals and turns. */
  change<Result>(queue: ReceiverQueue<Attempt>, act: () => Result): Result {
    this.count(queue, -1);
    const result = act();
    this.count(queue, 1);
    const { next } = queue;
    if (next === undefined) this.turns.take(queue);
    else this.turns.give(queue, next === 'first' && isSmall(queue.inFlight));
    return result;
  }

  private count(queue: ReceiverQueue<Attempt>, sign: 1 | -1): void {
    this.waiting += sign * queue.waiting;
    const inFlight = sign * queue.inFlight;
    this.inFlight += inFlight;
    this.turns.of(queue).inFlight += inFlight;
    if (queue.isDegraded) this.degradedInFlight += inFlight;
  }

  private get use(): PermitUse {
    return { max: this.limits.maxInFlight, inFlight: this.inFlight, degradedInFlight: this.degradedInFlight };
  }

  private startOneOf(account: Account<ReceiverQueue<Attempt>>, ask: Ask<ReceiverQueue<Attempt>>): Attempt | undefined {
    if (!isReserveAllThatIsLeft(ask.use)) return this.startNext(account.row, ask);
    return (
      this.startNext(account.smallRow, ask) ?? (mayUseReserve(ask.use, account.inFlight) ? this.startNext(account.row, ask) : undefined)
    );
  }

  private startNext(row: ReadonlySet<ReceiverQueue<Attempt>>, ask: Ask<ReceiverQueue<Attempt>>): Attempt | undefined {
    let looks = Math.min(row.size, ask.mostLooks);
    for (const queue of row) {
      if (looks-- === 0) return undefined;
      this.turns.queueToTheEnd(queue);
      if (this.mayStart(queue, ask)) return this.change(queue, () => queue.start(ask.nowMs));
    }
    return undefined;
  }

  private mayStart(queue: ReceiverQueue<Attempt>, { use, nowMs, mayBegin }: Ask<ReceiverQueue<Attempt>>): boolean {
    const { next, inFlight, isDegraded } = queue;
    const accountInFlight = this.turns.of(queue).inFlight;
    if (next === undefined || !mayStart(use, { next, queueInFlight: inFlight, accountInFlight, isDegraded })) return false;
    const startsAtMs = queue.startsAtMs(nowMs);
    if (startsAtMs > nowMs) this.wakeAtMs = Math.min(this.wakeAtMs, startsAtMs);
    return startsAtMs <= nowMs && mayBegin(queue);
  }
}
