import type { Sign } from './circuit-breaker.js';
import { ReceiverQueue, type Waiting, type Which } from './receiver-queue.js';
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
import { Account, RoundRobin } from './round-robin.js';

/** A receiver that keeps us waiting may hold this many in memory; the others wait in the table. */
const DEGRADED_QUEUE = 16;
/** Accounts, and all their queues together, looked at before giving up when the free permits are reserved; the others come first the next time. */
const MOST_LOOKS = 128;

export interface PoolLimits {
  /** POSTs at once, all receivers together. */
  readonly maxInFlight: number;
  readonly maxInFlightPerReceiver: number;
  /** Attempts that wait in memory, all receivers together. */
  readonly maxWaiting: number;
  readonly probeIntervalMs: number;
}

export interface PoolJob extends Waiting {
  /** Whose the receiver is. */
  readonly account: number;
  readonly receiverId: string;
}

/** The queue of a receiver, and its place among those of its account. */
interface Seat<Job extends PoolJob> {
  readonly receiverId: string;
  readonly accountId: number;
  readonly account: Account<Seat<Job>>;
  readonly queue: ReceiverQueue<Job>;
}

type MayBegin = (receiverId: string, waiting: number) => boolean;

/** Under which a job is to start. */
interface Ask {
  readonly use: PermitUse;
  readonly mayBegin: MayBegin;
  /** At queues of one account. */
  readonly mostLooks: number;
}

/** All queues over their common permits and common memory: who starts next, who is full, who is degraded. */
export class FairScheduler<Job extends PoolJob> {
  private readonly seats = new Map<string, Seat<Job>>();
  private readonly accounts = new Map<number, Account<Seat<Job>>>();
  private readonly turns = new RoundRobin<Seat<Job>>();
  private inFlightCount = 0;
  private degradedInFlight = 0;
  private waitingCount = 0;

  constructor(private readonly limits: PoolLimits) {}

  get inFlight(): number {
    return this.inFlightCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** undefined = nothing of the receiver is here or to be remembered. */
  queue(receiverId: string): ReceiverQueue<Job> | undefined {
    return this.seats.get(receiverId)?.queue;
  }

  /** True when the next one for this receiver has to wait in the table. */
  isFull(receiverId: string): boolean {
    const queue = this.queue(receiverId);
    const limit = queueLimit(this.limits.maxWaiting, this.waitingCount);
    if (queue?.circuit.isOpen) return true;
    return (queue?.waiting ?? 0) >= (queue?.circuit.isDegraded ? DEGRADED_QUEUE : limit);
  }

  /** How many of its backlog a receiver may have in memory, those that are there included. */
  refillLimit(receiverId: string): number {
    return refillLimit(this.limits.maxWaiting - this.waitingCount, this.queue(receiverId)?.waiting ?? 0);
  }

  add(job: Job): void {
    const seat = this.seats.get(job.receiverId) ?? this.newSeat(job);
    seat.queue.add(job);
    this.waitingCount += 1;
    this.giveTurn(seat);
  }

  /**
   * The next job to start, the accounts taking turns and their receivers within; it holds its permit until `finish`.
   * @param mayBegin whether another POST to this receiver makes sense now, with so many of its jobs waiting
   */
  start(mayBegin: MayBegin = () => true): Job | undefined {
    const { use } = this;
    if (use.inFlight >= use.max) return undefined;
    // Under full load this is asked whenever a POST ends: those who may not start anyway are not looked at.
    const accounts = this.turns.accounts(isLastAllThatIsLeft(use) ? 'small' : 'all');
    let looks = Math.min(accounts.size, MOST_LOOKS); // each goes back to the end of the row
    const ask = { use, mayBegin, mostLooks: Math.ceil(MOST_LOOKS / looks) };
    for (const account of accounts) {
      if (looks-- === 0) return undefined;
      this.turns.toTheEnd(account);
      const job = mayHoldMore(use, account.inFlight) ? this.startOneOf(account, ask) : undefined;
      if (job) return job;
    }
    return undefined;
  }

  /** @returns what its circuit did by this, if anything */
  finish(job: Job, sign: Sign | undefined, nowMs: number): 'opened' | 'closed' | undefined {
    const seat = this.seats.get(job.receiverId)!; // it has this job in flight
    const { queue } = seat;
    const wasDegraded = queue.circuit.isDegraded;
    this.inFlightCount -= 1;
    seat.account.inFlight -= 1;
    if (wasDegraded) this.degradedInFlight -= 1;
    const hasTurned = queue.finish(job, sign, nowMs);
    if (!wasDegraded && queue.circuit.isDegraded) this.degradedInFlight += queue.inFlight;
    if (wasDegraded && !queue.circuit.isDegraded) this.degradedInFlight -= queue.inFlight;
    this.giveTurn(seat);
    // A queue with nothing to do and nothing to remember goes; degradation is remembered.
    if (queue.isIdle && !queue.circuit.isDegraded) this.remove(seat);
    if (!hasTurned) return undefined;
    return queue.circuit.isOpen ? 'opened' : 'closed';
  }

  /** The receiver is gone or disabled: what its queue has learnt is of no use. @returns true when its circuit was open */
  forget(receiverId: string): boolean {
    const seat = this.seats.get(receiverId);
    if (!seat) return false;
    const { queue } = seat;
    if (queue.circuit.isDegraded) this.degradedInFlight -= queue.inFlight;
    const wasOpen = queue.forget();
    this.giveTurn(seat);
    if (queue.isIdle) this.remove(seat);
    return wasOpen;
  }

  /**
   * ReceiverQueues of which nothing is to be remembered go. A circuit that nobody probes from here would stay open for ever: after its pause it lapses.
   * @param isProbedHere whether this instance drains the receiver's backlog
   * @returns the receivers whose circuits have lapsed
   */
  tidy(nowMs: number, isProbedHere: (receiverId: string) => boolean): string[] {
    const lapsed: string[] = [];
    for (const seat of this.seats.values()) {
      const { receiverId, queue } = seat;
      if (!isProbedHere(receiverId) && queue.circuit.lapse(nowMs)) lapsed.push(receiverId);
      if (queue.isIdle && queue.circuit.isForgettable(nowMs)) this.remove(seat);
    }
    return lapsed;
  }

  /** Receivers with an open circuit. */
  openCircuits(): string[] {
    return [...this.seats].flatMap(([receiverId, { queue }]) => (queue.circuit.isOpen ? [receiverId] : []));
  }

  /** Receivers with an open circuit → until its next probe is due, ms. */
  untilProbes(nowMs: number): Map<string, number> {
    return new Map(
      [...this.seats].flatMap(([receiverId, { queue }]) => {
        const untilMs = queue.circuit.untilProbeMs(nowMs);
        return untilMs === undefined ? [] : [[receiverId, untilMs]];
      }),
    );
  }

  /** What waits for this receiver leaves memory, oldest of each consignment first; `fresh` = only what has no row in the table, `stored` = only what has. */
  evict(receiverId: string, which: Which): Job[] {
    const seat = this.seats.get(receiverId);
    if (!seat) return [];
    const evicted = seat.queue.takeWaiting(which);
    this.waitingCount -= evicted.length;
    if (seat.queue.next() === undefined) this.turns.take(seat);
    return evicted;
  }

  /** What waits and has no row in the table leaves memory, whoever it is for. */
  evictFresh(): Job[] {
    return [...this.seats.keys()].flatMap((receiverId) => this.evict(receiverId, 'fresh'));
  }

  private get use(): PermitUse {
    return { max: this.limits.maxInFlight, inFlight: this.inFlightCount, degradedInFlight: this.degradedInFlight };
  }

  private startOneOf(account: Account<Seat<Job>>, ask: Ask): Job | undefined {
    if (!isReserveAllThatIsLeft(ask.use)) return this.startNext(account.row, ask);
    return (
      this.startNext(account.smallRow, ask) ?? (mayUseReserve(ask.use, account.inFlight) ? this.startNext(account.row, ask) : undefined)
    );
  }

  private startNext(row: ReadonlySet<Seat<Job>>, { use, mayBegin, mostLooks }: Ask): Job | undefined {
    let looks = Math.min(row.size, mostLooks);
    for (const seat of row) {
      if (looks-- === 0) return undefined;
      this.turns.take(seat);
      const job = maySpend(use, seat) && mayBegin(seat.receiverId, seat.queue.waiting) ? seat.queue.start() : undefined;
      this.giveTurn(seat);
      if (job) return this.started(seat, job);
    }
    return undefined;
  }

  private giveTurn(seat: Seat<Job>): void {
    const next = seat.queue.next();
    if (next !== undefined) this.turns.give(seat, next === 'first' && isSmall(seat.queue.inFlight));
  }

  private started({ queue, account }: Seat<Job>, job: Job): Job {
    this.waitingCount -= 1;
    this.inFlightCount += 1;
    account.inFlight += 1;
    if (queue.circuit.isDegraded) this.degradedInFlight += 1;
    return job;
  }

  private newSeat({ receiverId, account: accountId }: Job): Seat<Job> {
    const account = this.accounts.get(accountId) ?? new Account<Seat<Job>>();
    this.accounts.set(accountId, account);
    account.queues += 1;
    const queue = new ReceiverQueue<Job>(this.limits.maxInFlightPerReceiver, this.limits.probeIntervalMs);
    const seat = { receiverId, accountId, account, queue };
    this.seats.set(receiverId, seat);
    return seat;
  }

  private remove(seat: Seat<Job>): void {
    this.seats.delete(seat.receiverId);
    seat.account.queues -= 1;
    if (seat.account.queues === 0) this.accounts.delete(seat.accountId);
  }
}

function maySpend<Job extends PoolJob>(use: PermitUse, { queue, account }: Seat<Job>): boolean {
  const next = queue.next();
  if (next === undefined) return false;
  return mayStart(use, { next, laneInFlight: queue.inFlight, accountInFlight: account.inFlight, isDegraded: queue.circuit.isDegraded });
}
