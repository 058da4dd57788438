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

/** Accounts, and all their queues together, looked at before giving up when the free permits are reserved; the others come first the next time. */
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

/** When, and to whom, a permit goes. */
interface Ask<Queue> {
  readonly use: PermitUse;
  readonly nowMs: number;
  readonly mayBegin: (queue: Queue) => boolean;
  /** At queues of one account. */
  readonly mostLooks: number;
}

/** Whose turn it is: all queues over their common permits and their common memory. */
export class Scheduler<Attempt extends Scheduled> {
  private readonly turns = new RoundRobin<ReceiverQueue<Attempt>>();
  /** POSTs to degraded receivers. */
  private degradedInFlight = 0;
  private wakeAtMs = Infinity;
  /** Attempts that wait in memory. */
  waiting = 0;
  /** POSTs. */
  inFlight = 0;

  constructor(private readonly limits: SchedulerLimits) {}

  /** How many attempts one queue may have in memory now. */
  get longestQueue(): number {
    return queueLimit(this.limits.maxWaitingAttempts, this.waiting);
  }

  /** How many of its rows a receiver may have in memory, those that are there included. */
  roomOf({ waiting, room }: ReceiverQueue<Attempt>): number {
    return Math.min(room, refillLimit(this.limits.maxWaitingAttempts - this.waiting, waiting));
  }

  add(attempt: Attempt): void {
    this.change(attempt.queue, () => attempt.queue.add(attempt));
  }

  /**
   * The next attempt to start, the accounts taking turns and their receivers within; it holds its permit until `ended`.
   * @param mayBegin whether another POST to this receiver makes sense now
   */
  start(nowMs: number, mayBegin: (queue: ReceiverQueue<Attempt>) => boolean = () => true): Attempt | undefined {
    const { use } = this;
    if (use.inFlight >= use.max) return undefined;
    // Under full load this is asked whenever a POST ends: those who may not start anyway are not looked at.
    const accounts = this.turns.rows(isLastAllThatIsLeft(use) ? 'small' : 'all');
    let looks = Math.min(accounts.size, MOST_LOOKS); // each goes back to the end of the row
    const ask = { use, nowMs, mayBegin, mostLooks: Math.ceil(MOST_LOOKS / looks) };
    for (const account of accounts) {
      if (looks-- === 0) return undefined;
      this.turns.accountToTheEnd(account);
      const attempt = mayHoldMore(use, account.inFlight) ? this.startOneOf(account, ask) : undefined;
      if (attempt) return attempt;
    }
    return undefined;
  }

  /** When one that was passed over since the last call may start; Infinity = when something happens. */
  nextStartMs(): number {
    const atMs = this.wakeAtMs;
    this.wakeAtMs = Infinity;
    return atMs;
  }

  /** Its POST has ended, or was not made. */
  ended(attempt: Attempt, outcome: Outcome, nowMs: number): Consequence {
    return this.change(attempt.queue, () => attempt.queue.ended(attempt, outcome, nowMs));
  }

  /** What waits leaves memory, oldest of each consignment first. */
  evict(queue: ReceiverQueue<Attempt>, which: Origin): Attempt[] {
    return queue.waiting === 0 ? [] : this.change(queue, () => queue.evict(which));
  }

  /** What changes how many wait or are in flight, what is next or whether the receiver is degraded happens in here: totals and turns follow. */
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
