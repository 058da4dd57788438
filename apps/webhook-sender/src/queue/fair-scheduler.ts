import type { Sign } from '../attempt/finished-attempt.js';
import { ReceiverQueue, type WaitingAttempt, type Origin } from './receiver-queue.js';
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

/** The limits of the scheduler. */
export interface SchedulerLimits {
  /** POSTs at once, all receivers together. */
  readonly maxInFlight: number;
  readonly maxInFlightPerReceiver: number;
  /** Attempts that wait in memory, all receivers together. */
  readonly maxWaitingAttempts: number;
  readonly probeIntervalMs: number;
}

/** An attempt as the scheduler sees it. */
export interface SchedulableAttempt extends WaitingAttempt {
  /** Whose the receiver is. */
  readonly account: number;
  readonly receiverId: string;
}

/** The queue of a receiver, and its place among those of its account. */
interface Place<Attempt extends SchedulableAttempt> {
  readonly receiverId: string;
  readonly accountId: number;
  readonly account: Account<Place<Attempt>>;
  readonly queue: ReceiverQueue<Attempt>;
}

type MayBegin = (receiverId: string, waiting: number) => boolean;

/** Under which an attempt is to start. */
interface Ask {
  readonly use: PermitUse;
  readonly mayBegin: MayBegin;
  /** At queues of one account. */
  readonly mostLooks: number;
}

/** All queues over their common permits and common memory: who starts next, who is full, who is degraded. */
export class FairScheduler<Attempt extends SchedulableAttempt> {
  private readonly places = new Map<string, Place<Attempt>>();
  private readonly accounts = new Map<number, Account<Place<Attempt>>>();
  private readonly turns = new RoundRobin<Place<Attempt>>();
  private inFlightCount = 0;
  private degradedInFlight = 0;
  private waitingCount = 0;

  constructor(private readonly limits: SchedulerLimits) {}

  get inFlight(): number {
    return this.inFlightCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** undefined = nothing of the receiver is here or to be remembered. */
  queue(receiverId: string): ReceiverQueue<Attempt> | undefined {
    return this.places.get(receiverId)?.queue;
  }

  /** True when the next one for this receiver has to wait in the table. */
  isFull(receiverId: string): boolean {
    const queue = this.queue(receiverId);
    const limit = queueLimit(this.limits.maxWaitingAttempts, this.waitingCount);
    if (queue?.circuit.isOpen) return true;
    return (queue?.waiting ?? 0) >= (queue?.circuit.isDegraded ? DEGRADED_QUEUE : limit);
  }

  /** How many of its overflow a receiver may have in memory, those that are there included. */
  refillLimit(receiverId: string): number {
    return refillLimit(this.limits.maxWaitingAttempts - this.waitingCount, this.queue(receiverId)?.waiting ?? 0);
  }

  add(attempt: Attempt): void {
    const place = this.places.get(attempt.receiverId) ?? this.newPlace(attempt);
    place.queue.add(attempt);
    this.waitingCount += 1;
    this.giveTurn(place);
  }

  /**
   * The next attempt to start, the accounts taking turns and their receivers within; it holds its permit until `finish`.
   * @param mayBegin whether another POST to this receiver makes sense now, with so many of its attempts waiting
   */
  start(mayBegin: MayBegin = () => true): Attempt | undefined {
    const { use } = this;
    if (use.inFlight >= use.max) return undefined;
    // Under full load this is asked whenever a POST ends: those who may not start anyway are not looked at.
    const accounts = this.turns.accounts(isLastAllThatIsLeft(use) ? 'small' : 'all');
    let looks = Math.min(accounts.size, MOST_LOOKS); // each goes back to the end of the row
    const ask = { use, mayBegin, mostLooks: Math.ceil(MOST_LOOKS / looks) };
    for (const account of accounts) {
      if (looks-- === 0) return undefined;
      this.turns.toTheEnd(account);
      const attempt = mayHoldMore(use, account.inFlight) ? this.startOneOf(account, ask) : undefined;
      if (attempt) return attempt;
    }
    return undefined;
  }

  /** @returns what its circuit did by this, if anything */
  finish(attempt: Attempt, sign: Sign | undefined, nowMs: number): 'opened' | 'closed' | undefined {
    const place = this.places.get(attempt.receiverId)!; // it has this attempt in flight
    const { queue } = place;
    const wasDegraded = queue.circuit.isDegraded;
    this.inFlightCount -= 1;
    place.account.inFlight -= 1;
    if (wasDegraded) this.degradedInFlight -= 1;
    const hasTurned = queue.finish(attempt, sign, nowMs);
    if (!wasDegraded && queue.circuit.isDegraded) this.degradedInFlight += queue.inFlight;
    if (wasDegraded && !queue.circuit.isDegraded) this.degradedInFlight -= queue.inFlight;
    this.giveTurn(place);
    // A queue with nothing to do and nothing to remember goes; that a receiver is degraded is remembered.
    if (queue.isIdle && !queue.circuit.isDegraded) this.remove(place);
    if (!hasTurned) return undefined;
    return queue.circuit.isOpen ? 'opened' : 'closed';
  }

  /** The receiver is gone, disabled or another owner's: what its queue has learnt is of no use. @returns true when its circuit was open */
  forget(receiverId: string): boolean {
    const place = this.places.get(receiverId);
    if (!place) return false;
    const { queue } = place;
    if (queue.circuit.isDegraded) this.degradedInFlight -= queue.inFlight;
    const wasOpen = queue.forget();
    this.giveTurn(place);
    if (queue.isIdle) this.remove(place);
    return wasOpen;
  }

  /**
   * Removes queues without state to remember. A circuit behind which nothing waits would stay open for ever, so it lapses after its pause.
   * @param hasRows whether attempts of the receiver wait in the table
   * @returns the receivers whose circuits have lapsed
   */
  tidy(nowMs: number, hasRows: (receiverId: string) => boolean): string[] {
    const lapsed: string[] = [];
    for (const place of this.places.values()) {
      const { receiverId, queue } = place;
      if (!hasRows(receiverId) && queue.circuit.lapse(nowMs)) lapsed.push(receiverId);
      if (queue.isIdle && queue.circuit.isForgettable(nowMs)) this.remove(place);
    }
    return lapsed;
  }

  /** Circuits of these receivers are open at their new owner, too. */
  restore(receiver: Pick<Attempt, 'receiverId' | 'account'>, probeAtMs: number): void {
    const place = this.places.get(receiver.receiverId) ?? this.newPlace(receiver);
    if (!place.queue.circuit.isDegraded) this.degradedInFlight += place.queue.inFlight;
    place.queue.circuit.restore(probeAtMs);
  }

  /** Receivers of other owners are forgotten, but for what is in flight to them. */
  keepOnly(isOwned: (receiverId: string) => boolean): void {
    for (const { receiverId } of this.places.values()) if (!isOwned(receiverId)) this.forget(receiverId);
  }

  /** Receivers with attempts that wait in memory. */
  waitingReceivers(): { readonly receiverId: string; readonly account: number; readonly waiting: number }[] {
    return [...this.places.values()].flatMap(({ receiverId, accountId: account, queue: { waiting } }) =>
      waiting > 0 ? [{ receiverId, account, waiting }] : [],
    );
  }

  get openCircuits(): number {
    return [...this.places.values()].filter(({ queue }) => queue.circuit.isOpen).length;
  }

  /** Receivers with an open circuit. */
  circuits(nowMs: number): { readonly receiverId: string; readonly account: number; readonly untilProbeMs: number }[] {
    return [...this.places.values()].flatMap(({ receiverId, accountId: account, queue }) => {
      const untilProbeMs = queue.circuit.untilProbeMs(nowMs);
      return untilProbeMs === undefined ? [] : [{ receiverId, account, untilProbeMs }];
    });
  }

  /** What waits for this receiver leaves memory, oldest of each consignment first; `buffered` = only what has no row in the table, `stored` = only what has. */
  evict(receiverId: string, which: Origin): Attempt[] {
    const place = this.places.get(receiverId);
    if (!place) return [];
    const evicted = place.queue.takeWaiting(which);
    this.waitingCount -= evicted.length;
    if (place.queue.next() === undefined) this.turns.take(place);
    return evicted;
  }

  /** All waiting attempts leave memory. */
  evictAll(): Attempt[] {
    return [...this.places.keys()].flatMap((receiverId) => this.evict(receiverId, 'all'));
  }

  private get use(): PermitUse {
    return { max: this.limits.maxInFlight, inFlight: this.inFlightCount, degradedInFlight: this.degradedInFlight };
  }

  private startOneOf(account: Account<Place<Attempt>>, ask: Ask): Attempt | undefined {
    if (!isReserveAllThatIsLeft(ask.use)) return this.startNext(account.row, ask);
    return (
      this.startNext(account.idleQueues, ask) ?? (mayUseReserve(ask.use, account.inFlight) ? this.startNext(account.row, ask) : undefined)
    );
  }

  private startNext(row: ReadonlySet<Place<Attempt>>, { use, mayBegin, mostLooks }: Ask): Attempt | undefined {
    let looks = Math.min(row.size, mostLooks);
    for (const place of row) {
      if (looks-- === 0) return undefined;
      this.turns.take(place);
      const attempt = maySpend(use, place) && mayBegin(place.receiverId, place.queue.waiting) ? place.queue.start() : undefined;
      this.giveTurn(place);
      if (attempt) return this.started(place, attempt);
    }
    return undefined;
  }

  private giveTurn(place: Place<Attempt>): void {
    const next = place.queue.next();
    if (next !== undefined) this.turns.give(place, next === 'first' && isSmall(place.queue.inFlight));
  }

  private started({ queue, account }: Place<Attempt>, attempt: Attempt): Attempt {
    this.waitingCount -= 1;
    this.inFlightCount += 1;
    account.inFlight += 1;
    if (queue.circuit.isDegraded) this.degradedInFlight += 1;
    return attempt;
  }

  private newPlace({ receiverId, account: accountId }: Pick<Attempt, 'receiverId' | 'account'>): Place<Attempt> {
    const account = this.accounts.get(accountId) ?? new Account<Place<Attempt>>();
    this.accounts.set(accountId, account);
    account.queues += 1;
    const queue = new ReceiverQueue<Attempt>(this.limits.maxInFlightPerReceiver, this.limits.probeIntervalMs);
    const place = { receiverId, accountId, account, queue };
    this.places.set(receiverId, place);
    return place;
  }

  private remove(place: Place<Attempt>): void {
    this.places.delete(place.receiverId);
    place.account.queues -= 1;
    if (place.account.queues === 0) this.accounts.delete(place.accountId);
  }
}

function maySpend<Attempt extends SchedulableAttempt>(use: PermitUse, { queue, account }: Place<Attempt>): boolean {
  const next = queue.next();
  if (next === undefined) return false;
  return mayStart(use, { next, queueInFlight: queue.inFlight, accountInFlight: account.inFlight, isDegraded: queue.circuit.isDegraded });
}
