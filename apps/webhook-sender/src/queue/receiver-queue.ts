import type { OwnedPartition } from '../partitions/owned-partition.js';
import type { OwnerLimit } from '../receivers/receiver.js';
import { CircuitBreaker, type Sign } from './circuit-breaker.js';
import { OrderedAttempts, type OrderedAttempt, type Origin } from './ordered-attempts.js';
import { Pace } from './pace.js';
import type { ReceiverState } from './receiver-states.repository.js';
import { TableRows } from './table-rows.js';

/** A receiver without an answer so far begins with this many POSTs at once; each answer doubles them up to the limit. */
const FIRST_ALLOWANCE = 2;
/** A degraded receiver gets one permit. */
const DEGRADED_ALLOWANCE = 1;
/** A receiver that keeps us waiting may hold this many in memory; the others wait in the table. */
const DEGRADED_LENGTH = 16;
/** A hold that ends so little later than a known one is no news. */
const NEWS_MS = 500;

/** Whose queue it is. */
export interface Receiver {
  readonly receiverId: string;
  readonly account: number;
}

/** The operator's settings of each queue. */
export interface QueueSettings {
  readonly maxInFlightPerReceiver: number;
  readonly probeIntervalMs: number;
}

/** For how long a receiver is left alone. */
export interface Hold {
  readonly forMs: number;
  /** The status of the answer that asks for it; undefined = its server rests, for its TLS handshakes cost too much. */
  readonly httpStatus: number | undefined;
}

/** What became of one attempt, as its queue hears it. */
export interface Outcome {
  /** undefined = nothing was sent, so nothing was learnt. */
  readonly sign?: Sign | undefined;
  /** The receiver is to be left alone. */
  readonly hold?: Hold | undefined;
}

/** What follows from an outcome. */
export interface Consequence {
  /** What its circuit did. */
  readonly circuit: 'opened' | 'closed' | undefined;
  /** It is held for longer than before. */
  readonly isHeld: boolean;
}

/**
 * One receiver: what waits for it here and in what order, what is in flight to it, what it has in table delivery_overflow, and what it waits
 * behind. All that this process remembers of the receiver's queue is here. It answers three questions: does an attempt go here or to the table
 * (`isForTable`), when may the next one start (`next`, `startsAtMs`), what follows from an outcome (`ended`). It reads no clock and no table:
 * times are ms of the steady clock, handed in.
 */
export class ReceiverQueue<Attempt extends OrderedAttempt> {
  readonly receiverId: string;
  readonly account: number;
  readonly rows = new TableRows();
  /** POSTs of former owners that may be in flight. */
  inFlightElsewhere = 0;
  /** Its attempts that have begun here and are not recorded yet. */
  unrecorded = 0;
  /** Fresh POSTs of it, see `ConcurrencyLimit`. */
  fresh = 0;
  /** What its row in table receiver_queue says; undefined = it has none. */
  told: string | undefined;
  private readonly attempts = new OrderedAttempts<Attempt>();
  private readonly circuit: CircuitBreaker;
  private pace: Pace;
  private held: { readonly untilMs: number; readonly httpStatus: number | undefined } | undefined;
  private keyChecks = 0;
  private allowed: number;

  /** @param partition where the receiver lives */
  constructor(
    { receiverId, account }: Receiver,
    public partition: OwnedPartition,
    private readonly settings: QueueSettings,
  ) {
    this.receiverId = receiverId;
    this.account = account;
    this.allowed = Math.min(FIRST_ALLOWANCE, settings.maxInFlightPerReceiver);
    this.circuit = new CircuitBreaker(settings.probeIntervalMs);
    this.pace = new Pace(partition.ownedSinceMs);
  }

  get waiting(): number {
    return this.attempts.waiting;
  }

  get inFlight(): number {
    return this.attempts.inFlight;
  }

  /** Its latest POSTs have timed out: it gets one permit. */
  get isDegraded(): boolean {
    return this.circuit.isDegraded;
  }

  get isOpen(): boolean {
    return this.circuit.isOpen;
  }

  isProbeDue(nowMs: number): boolean {
    return this.circuit.isProbeDue(nowMs);
  }

  isHeld(nowMs: number): boolean {
    return this.held !== undefined && this.held.untilMs > nowMs;
  }

  /** Its owner has set limits. */
  get isLimited(): boolean {
    return this.pace.isLimited;
  }

  get isInFlightLimited(): boolean {
    return this.pace.isInFlightLimited;
  }

  /** Its attempts wait for no permit: publishers need not wait for them. */
  get isPaced(): boolean {
    return this.isLimited || this.keyChecks > 0;
  }

  /** How many of its attempts are worth having in memory. Behind the keys of a whole account one waits for minutes: the others wait in the table. */
  get room(): number {
    return this.keyChecks > 0 ? 1 : this.pace.room;
  }

  /** Whether an attempt that comes now waits in the table. @param longest how many attempts one queue may have in memory now */
  isForTable(nowMs: number, longest: number): boolean {
    if (this.rows.isAny || this.isOpen || this.isHeld(nowMs)) return true;
    return this.waiting >= Math.min(this.isDegraded ? DEGRADED_LENGTH : longest, this.room);
  }

  add(attempt: Attempt): void {
    this.attempts.add(attempt);
  }

  /** What it may start next, were it up to its order and its permits alone. Retries get half of the permits at most, and none while a first attempt can use it. */
  get next(): 'first' | 'retry' | undefined {
    const { front, inFlight, retriesInFlight } = this.attempts;
    if (front === undefined || inFlight >= this.allowance) return undefined;
    if (!front.isRetry) return 'first';
    // What has its last chance has nothing beside it that half of the permits should be kept for.
    return retriesInFlight < (front.isLastChance ? this.allowance : Math.ceil(this.allowance / 2)) ? 'retry' : undefined;
  }

  /** When what is next may start; Infinity = not before a POST has ended or a key is checked. A last POST does not wait for the end of a hold. */
  startsAtMs(nowMs: number): number {
    if (this.keyChecks > 0) return Infinity;
    const paced = this.pace.startsAtMs(this.inFlight + this.inFlightElsewhere);
    return this.isHeld(nowMs) && !this.attempts.front?.isLastChance ? Math.max(this.held!.untilMs, paced) : paced;
  }

  /** Takes the next attempt, which is in flight until `ended`. */
  start(nowMs: number): Attempt | undefined {
    const attempt = this.attempts.start();
    if (!attempt) return undefined;
    this.pace.started(nowMs);
    if (this.isOpen) this.circuit.probe(nowMs); // whatever is sent now tells whether the receiver answers
    return attempt;
  }

  ended(attempt: Attempt, { sign, hold }: Outcome, nowMs: number): Consequence {
    this.attempts.finish(attempt);
    const isHeld = hold !== undefined && this.hold(hold, nowMs);
    if (sign === undefined) return { circuit: undefined, isHeld };
    this.allowed = sign === 'timeout' ? DEGRADED_ALLOWANCE : Math.min(this.settings.maxInFlightPerReceiver, this.allowed * 2);
    const hasTurned = this.circuit.learn(sign, nowMs);
    return { circuit: hasTurned ? (this.isOpen ? 'opened' : 'closed') : undefined, isHeld };
  }

  /** What waits leaves memory, oldest of each consignment first. */
  evict(which: Origin): Attempt[] {
    return this.attempts.evict(which);
  }

  /** The limits that its owner has set, as configured now. */
  limit(limit: OwnerLimit, nowMs: number): void {
    this.pace.set(limit, nowMs);
  }

  /** None of its attempts holds a permit while the key of its client certificate is checked. @returns a function to call when it is */
  checkKey(): () => void {
    this.keyChecks += 1;
    return () => (this.keyChecks -= 1);
  }

  /** Closes a circuit behind which nothing waits that could be a probe. @returns false when it was not open, or its pause is not over */
  lapse(nowMs: number): boolean {
    return !this.rows.isAny && this.circuit.lapse(nowMs);
  }

  /** Nothing is sent to the receiver any more, or another process has learnt more of it: circuit, hold and allowance begin anew. @returns true when its circuit was open */
  forget(): boolean {
    this.held = undefined;
    this.allowed = Math.min(FIRST_ALLOWANCE, this.settings.maxInFlightPerReceiver);
    return this.circuit.forget();
  }

  /** Its partition has come back, and with it what is in flight from before. The owner in between may have made a POST just now. */
  returnTo(partition: OwnedPartition): void {
    this.partition = partition;
    this.pace = new Pace(partition.ownedSinceMs);
  }

  /** As its former owner has told. */
  restore({ untilProbeMs, heldForMs, heldHttpStatus }: ReceiverState, nowMs: number): void {
    if (untilProbeMs !== undefined) this.circuit.restore(nowMs + untilProbeMs);
    if (heldForMs !== undefined) this.hold({ forMs: heldForMs, httpStatus: heldHttpStatus }, nowMs);
  }

  /** What its attempts wait behind, to be told; undefined = nothing. */
  state(nowMs: number): ReceiverState | undefined {
    const { receiverId, account, waiting } = this;
    const untilProbeMs = this.circuit.untilProbeMs(nowMs);
    const hold = this.isHeld(nowMs) ? this.held : undefined;
    const limited = this.isLimited && waiting > 0 ? waiting : undefined;
    if (untilProbeMs === undefined && hold === undefined && limited === undefined) return undefined;
    return { receiverId, account, untilProbeMs, heldForMs: hold && hold.untilMs - nowMs, heldHttpStatus: hold?.httpStatus, limited };
  }

  /** It has nothing left: a new object would do the same. */
  isForgettable(nowMs: number): boolean {
    return (
      this.attempts.isEmpty &&
      this.unrecorded === 0 &&
      this.rows.isForgettable &&
      this.told === undefined &&
      this.keyChecks === 0 &&
      !this.isHeld(nowMs) &&
      this.circuit.isForgettable(nowMs) &&
      this.pace.isForgettable(nowMs)
    );
  }

  private hold({ forMs, httpStatus }: Hold, nowMs: number): boolean {
    const untilMs = nowMs + forMs;
    if (this.isHeld(nowMs) && untilMs <= this.held!.untilMs + NEWS_MS) return false;
    this.held = { untilMs, httpStatus };
    return true;
  }

  /** What expires must go as fast as it comes, from a degraded receiver, too. */
  private get allowance(): number {
    return this.attempts.front?.isLastChance ? this.settings.maxInFlightPerReceiver : this.allowed;
  }
}
