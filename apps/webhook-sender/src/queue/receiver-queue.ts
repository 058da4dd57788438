import type { OwnedPartition } from '../partitions/owned-partition.js';
import type { OwnerLimit } from '../receivers/receiver.js';
import { CircuitBreaker, type Sign } from './circuit-breaker.js';
import { OrderedAttempts, type OrderedAttempt, type Origin } from './ordered-attempts.js';
import { Pace } from './pace.js';
import type { ReceiverState } from './receiver-states.repository.js';
import { TableRows } from './table-rows.js';

/** A receiver without an answer so far begins with this many POSTs at once; each answer doubles the number up to the limit. */
const FIRST_ALLOWANCE = 2;
/** A degraded receiver gets one permit. */
const DEGRADED_ALLOWANCE = 1;
/** The most attempts in memory for a receiver whose POSTs time out; its other attempts wait in the table. */
const DEGRADED_LENGTH = 16;
/** A hold that ends only this much later than a known hold is not reported. */
const NEWS_MS = 500;

/** The receiver that a queue belongs to. */
export interface Receiver {
  readonly receiverId: string;
  readonly account: number;
}

/** The operator's settings for each queue. */
export interface QueueSettings {
  readonly maxInFlightPerReceiver: number;
  readonly probeIntervalMs: number;
}

/** A pause in which the receiver gets nothing. */
export interface Hold {
  readonly forMs: number;
  /** The status of the answer that asks for the hold; undefined = the receiver's server rests, because its TLS handshakes cost too much. */
  readonly httpStatus: number | undefined;
}

/** The result of one attempt, as reported to its queue. */
export interface Outcome {
  /** undefined = nothing was sent, so nothing was learnt. */
  readonly sign?: Sign | undefined;
  /** The pause that the receiver gets. */
  readonly hold?: Hold | undefined;
}

/** The consequences of an outcome. */
export interface Consequence {
  /** The change of the circuit. */
  readonly circuit: 'opened' | 'closed' | undefined;
  /** True when the receiver is held for longer than before. */
  readonly isHeld: boolean;
}

/**
 * The queue of one receiver: attempts that wait and their order, attempts in flight, rows in table delivery_overflow, and whatever holds
 * attempts back. This is everything that the process remembers about the queue. It answers three questions: does an attempt go here or to
 * the table (`isForTable`), when may the next attempt start (`next`, `startsAtMs`), what follows from an outcome (`ended`). It reads no
 * clock and no table; times are passed in, ms of the steady clock.
 */
export class ReceiverQueue<Attempt extends OrderedAttempt> {
  readonly receiverId: string;
  readonly account: number;
  readonly rows = new TableRows();
  /** POSTs of former owners that may be in flight. */
  inFlightElsewhere = 0;
  /** Attempts that have begun here and are not recorded yet. */
  unrecorded = 0;
  /** Fresh POSTs to this receiver, see `ConcurrencyLimit`. */
  fresh = 0;
  /** The content of the receiver's row in table receiver_queue; undefined = it has no row. */
  told: string | undefined;
  private readonly attempts = new OrderedAttempts<Attempt>();
  private readonly circuit: CircuitBreaker;
  private pace: Pace;
  private held: { readonly untilMs: number; readonly httpStatus: number | undefined } | undefined;
  private keyChecks = 0;
  private allowed: number;

  /** @param partition the partition that the receiver lives in */
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

  /** True when the latest POSTs have timed out: the receiver gets one permit. */
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

  /** True when the owner has set limits. */
  get isLimited(): boolean {
    return this.pace.isLimited;
  }

  get isInFlightLimited(): boolean {
    return this.pace.isInFlightLimited;
  }

  /** True when attempts wait for something other than a permit; publishers need not wait for these attempts. */
  get isPaced(): boolean {
    return this.isLimited || this.keyChecks > 0;
  }

  /**
   * How many attempts are worth keeping in memory. Key checks of a whole account can take minutes: then one attempt stays in memory, the
   * others in the table.
   */
  get room(): number {
    return this.keyChecks > 0 ? 1 : this.pace.room;
  }

  /**
   * Returns true when an arriving attempt must wait in the table.
   * @param longest how many attempts one queue may have in memory now
   */
  isForTable(nowMs: number, longest: number): boolean {
    if (this.rows.isAny || this.isOpen || this.isHeld(nowMs)) return true;
    return this.waiting >= Math.min(this.isDegraded ? DEGRADED_LENGTH : longest, this.room);
  }

  add(attempt: Attempt): void {
    this.attempts.add(attempt);
  }

  /**
   * The kind of attempt to start next, judged only by order and permits. Retries get half of the permits at most, and no permit that a
   * first attempt can use.
   */
  get next(): 'first' | 'retry' | undefined {
    const { front, inFlight, retriesInFlight } = this.attempts;
    if (front === undefined || inFlight >= this.allowance) return undefined;
    if (!front.isRetry) return 'first';
    // A last chance needs no half of the permits kept free: no first attempt waits beside it.
    return retriesInFlight < (front.isLastChance ? this.allowance : Math.ceil(this.allowance / 2)) ? 'retry' : undefined;
  }

  /**
   * Returns when the next attempt may start; Infinity = not before a POST has ended or a key is checked. A last POST does not wait for the
   * end of a hold.
   */
  startsAtMs(nowMs: number): number {
    if (this.keyChecks > 0) return Infinity;
    const paced = this.pace.startsAtMs(this.inFlight + this.inFlightElsewhere);
    return this.isHeld(nowMs) && !this.attempts.front?.isLastChance ? Math.max(this.held!.untilMs, paced) : paced;
  }

  /** Starts the next attempt, which is in flight until `ended`. */
  start(nowMs: number): Attempt | undefined {
    const attempt = this.attempts.start();
    if (!attempt) return undefined;
    this.pace.started(nowMs);
    if (this.isOpen) this.circuit.probe(nowMs); // every POST now shows whether the receiver answers
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

  /** Removes waiting attempts from memory, each consignment's oldest first. */
  evict(which: Origin): Attempt[] {
    return this.attempts.evict(which);
  }

  /** Sets the owner's limits, as configured now. */
  limit(limit: OwnerLimit, nowMs: number): void {
    this.pace.set(limit, nowMs);
  }

  /**
   * Keeps attempts from getting permits while the key of the client certificate is checked.
   * @returns a function to call when the check has ended
   */
  checkKey(): () => void {
    this.keyChecks += 1;
    return () => (this.keyChecks -= 1);
  }

  /**
   * Closes the circuit when no waiting attempt can be the probe.
   * @returns false when the circuit was not open, or its pause is not over
   */
  lapse(nowMs: number): boolean {
    return !this.rows.isAny && this.circuit.lapse(nowMs);
  }

  /**
   * Resets circuit, hold and allowance: nothing is sent to the receiver any more, or another process knows more about it.
   * @returns true when the circuit was open
   */
  forget(): boolean {
    this.held = undefined;
    this.allowed = Math.min(FIRST_ALLOWANCE, this.settings.maxInFlightPerReceiver);
    return this.circuit.forget();
  }

  /**
   * Call this when the queue's partition comes back while attempts of it are still in flight. The owner in between may have made a POST
   * just now.
   */
  returnTo(partition: OwnedPartition): void {
    this.partition = partition;
    this.pace = new Pace(partition.ownedSinceMs);
  }

  /** Restores the state that the former owner reported. */
  restore({ untilProbeMs, heldForMs, heldHttpStatus }: ReceiverState, nowMs: number): void {
    if (untilProbeMs !== undefined) this.circuit.restore(nowMs + untilProbeMs);
    if (heldForMs !== undefined) this.hold({ forMs: heldForMs, httpStatus: heldHttpStatus }, nowMs);
  }

  /** The state to report: what holds attempts back; undefined = nothing. */
  state(nowMs: number): ReceiverState | undefined {
    const { receiverId, account, waiting } = this;
    const untilProbeMs = this.circuit.untilProbeMs(nowMs);
    const hold = this.isHeld(nowMs) ? this.held : undefined;
    const limited = this.isLimited && waiting > 0 ? waiting : undefined;
    if (untilProbeMs === undefined && hold === undefined && limited === undefined) return undefined;
    const oldestMs = limited && this.attempts.oldestWaitsSinceMs;
    return {
      receiverId,
      account,
      untilProbeMs,
      heldForMs: hold && hold.untilMs - nowMs,
      heldHttpStatus: hold?.httpStatus,
      limited,
      oldestWaitedMs: oldestMs === undefined ? undefined : nowMs - oldestMs,
    };
  }

  /** True when nothing is left, so that a new object would behave the same. */
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

  /** Expiring attempts must leave as fast as they arrive, even for a degraded receiver. */
  private get allowance(): number {
    return this.attempts.front?.isLastChance ? this.settings.maxInFlightPerReceiver : this.allowed;
  }
}
