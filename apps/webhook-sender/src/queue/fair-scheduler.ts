import type { Sign } from './circuit-breaker.js';
import { Lane, type Waiting, type Which } from './receiver-queue.js';
import {
  isLastAllThatIsLeft,
  isReserveAllThatIsLeft,
  isSmall,
  mayHoldMore,
  mayStart,
  mayUseReserve,
  queueLimit,
  refillLimit,
  type SlotUse,
} from './permits.js';
import { Account, Turns } from './round-robin.js';

/** A receiver that keeps us waiting may hold this many in memory; the others wait in the table. */
const SUSPECT_QUEUE = 16;
/** Accounts, and all their lanes together, looked at before giving up when the free slots are reserved; the others come first the next time. */
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

/** The lane of a receiver, and its place among those of its account. */
interface Seat<Job extends PoolJob> {
  readonly receiverId: string;
  readonly accountId: number;
  readonly account: Account<Seat<Job>>;
  readonly lane: Lane<Job>;
}

type MayBegin = (receiverId: string, waiting: number) => boolean;

/** Under which a job is to start. */
interface Ask {
  readonly use: SlotUse;
  readonly mayBegin: MayBegin;
  /** At lanes of one account. */
  readonly mostLooks: number;
}

/** All lanes over their common slots and common memory: who starts next, who is full, who is under suspicion. */
export class LanePool<Job extends PoolJob> {
  private readonly seats = new Map<string, Seat<Job>>();
  private readonly accounts = new Map<number, Account<Seat<Job>>>();
  private readonly turns = new Turns<Seat<Job>>();
  private inFlightCount = 0;
  private suspectInFlight = 0;
  private waitingCount = 0;

  constructor(private readonly limits: PoolLimits) {}

  get inFlight(): number {
    return this.inFlightCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** undefined = nothing of the receiver is here or to be remembered. */
  lane(receiverId: string): Lane<Job> | undefined {
    return this.seats.get(receiverId)?.lane;
  }

  /** True when the next one for this receiver has to wait in the table. */
  isFull(receiverId: string): boolean {
    const lane = this.lane(receiverId);
    const limit = queueLimit(this.limits.maxWaiting, this.waitingCount);
    if (lane?.circuit.isOpen) return true;
    return (lane?.waiting ?? 0) >= (lane?.circuit.isSuspect ? SUSPECT_QUEUE : limit);
  }

  /** How many of its backlog a receiver may have in memory, those that are there included. */
  refillLimit(receiverId: string): number {
    return refillLimit(this.limits.maxWaiting - this.waitingCount, this.lane(receiverId)?.waiting ?? 0);
  }

  add(job: Job): void {
    const seat = this.seats.get(job.receiverId) ?? this.newSeat(job);
    seat.lane.add(job);
    this.waitingCount += 1;
    this.giveTurn(seat);
  }

  /**
   * The next job to start, the accounts taking turns and their receivers within; it holds its slot until `finish`.
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
    const { lane } = seat;
    const wasSuspect = lane.circuit.isSuspect;
    this.inFlightCount -= 1;
    seat.account.inFlight -= 1;
    if (wasSuspect) this.suspectInFlight -= 1;
    const hasTurned = lane.finish(job, sign, nowMs);
    if (!wasSuspect && lane.circuit.isSuspect) this.suspectInFlight += lane.inFlight;
    if (wasSuspect && !lane.circuit.isSuspect) this.suspectInFlight -= lane.inFlight;
    this.giveTurn(seat);
    // A lane with nothing to do and nothing to remember goes; suspicion is remembered.
    if (lane.isIdle && !lane.circuit.isSuspect) this.remove(seat);
    if (!hasTurned) return undefined;
    return lane.circuit.isOpen ? 'opened' : 'closed';
  }

  /** The receiver is gone or disabled: what its lane has learnt is of no use. @returns true when its circuit was open */
  forget(receiverId: string): boolean {
    const seat = this.seats.get(receiverId);
    if (!seat) return false;
    const { lane } = seat;
    if (lane.circuit.isSuspect) this.suspectInFlight -= lane.inFlight;
    const wasOpen = lane.forget();
    this.giveTurn(seat);
    if (lane.isIdle) this.remove(seat);
    return wasOpen;
  }

  /**
   * Lanes of which nothing is to be remembered go. A circuit that nobody probes from here would stay open for ever: after its pause it lapses.
   * @param isProbedHere whether this instance drains the receiver's backlog
   * @returns the receivers whose circuits have lapsed
   */
  tidy(nowMs: number, isProbedHere: (receiverId: string) => boolean): string[] {
    const lapsed: string[] = [];
    for (const seat of this.seats.values()) {
      const { receiverId, lane } = seat;
      if (!isProbedHere(receiverId) && lane.circuit.lapse(nowMs)) lapsed.push(receiverId);
      if (lane.isIdle && lane.circuit.isForgettable(nowMs)) this.remove(seat);
    }
    return lapsed;
  }

  /** Receivers with an open circuit. */
  openCircuits(): string[] {
    return [...this.seats].flatMap(([receiverId, { lane }]) => (lane.circuit.isOpen ? [receiverId] : []));
  }

  /** Receivers with an open circuit → until its next probe is due, ms. */
  untilProbes(nowMs: number): Map<string, number> {
    return new Map(
      [...this.seats].flatMap(([receiverId, { lane }]) => {
        const untilMs = lane.circuit.untilProbeMs(nowMs);
        return untilMs === undefined ? [] : [[receiverId, untilMs]];
      }),
    );
  }

  /** What waits for this receiver leaves memory, oldest of each consignment first; `fresh` = only what has no row in the table, `stored` = only what has. */
  evict(receiverId: string, which: Which): Job[] {
    const seat = this.seats.get(receiverId);
    if (!seat) return [];
    const evicted = seat.lane.takeWaiting(which);
    this.waitingCount -= evicted.length;
    if (seat.lane.next() === undefined) this.turns.take(seat);
    return evicted;
  }

  /** What waits and has no row in the table leaves memory, whoever it is for. */
  evictFresh(): Job[] {
    return [...this.seats.keys()].flatMap((receiverId) => this.evict(receiverId, 'fresh'));
  }

  private get use(): SlotUse {
    return { max: this.limits.maxInFlight, inFlight: this.inFlightCount, suspectInFlight: this.suspectInFlight };
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
      const job = maySpend(use, seat) && mayBegin(seat.receiverId, seat.lane.waiting) ? seat.lane.start() : undefined;
      this.giveTurn(seat);
      if (job) return this.started(seat, job);
    }
    return undefined;
  }

  private giveTurn(seat: Seat<Job>): void {
    const next = seat.lane.next();
    if (next !== undefined) this.turns.give(seat, next === 'first' && isSmall(seat.lane.inFlight));
  }

  private started({ lane, account }: Seat<Job>, job: Job): Job {
    this.waitingCount -= 1;
    this.inFlightCount += 1;
    account.inFlight += 1;
    if (lane.circuit.isSuspect) this.suspectInFlight += 1;
    return job;
  }

  private newSeat({ receiverId, account: accountId }: Job): Seat<Job> {
    const account = this.accounts.get(accountId) ?? new Account<Seat<Job>>();
    this.accounts.set(accountId, account);
    account.lanes += 1;
    const lane = new Lane<Job>(this.limits.maxInFlightPerReceiver, this.limits.probeIntervalMs);
    const seat = { receiverId, accountId, account, lane };
    this.seats.set(receiverId, seat);
    return seat;
  }

  private remove(seat: Seat<Job>): void {
    this.seats.delete(seat.receiverId);
    seat.account.lanes -= 1;
    if (seat.account.lanes === 0) this.accounts.delete(seat.accountId);
  }
}

function maySpend<Job extends PoolJob>(use: SlotUse, { lane, account }: Seat<Job>): boolean {
  const next = lane.next();
  if (next === undefined) return false;
  return mayStart(use, { next, laneInFlight: lane.inFlight, accountInFlight: account.inFlight, isSuspect: lane.circuit.isSuspect });
}
