import type { Sign } from '../attempt/finished-attempt.js';
import { CircuitBreaker } from './circuit-breaker.js';

/** A receiver without an answer so far begins with this many POSTs at once; each answer doubles them up to the limit. */
const FIRST_ALLOWANCE = 2;
/** A degraded receiver gets one permit. */
const DEGRADED_ALLOWANCE = 1;

/** An attempt that waits in a receiver queue. */
export interface WaitingAttempt {
  /** Two of one consignment are never in flight together. */
  readonly consignmentId: string;
  /** A first attempt goes before every retry. */
  readonly isRetry: boolean;
  /** It has a row in the table already: it may be forgotten here, and will be read again. */
  readonly isStored: boolean;
  /** Its one last POST before it ends as expired. */
  readonly isLastChance?: boolean;
}

/** Of what waits in a queue. */
export type Origin = 'all' | 'buffered' | 'stored';

/** What a queue may start next, were it up to the queue alone. */
export type Next = 'first' | 'retry' | undefined;

/** One receiver's queue: what waits, how many POSTs it may have at once, and whether it is worth any (docs/delivery.md). */
export class ReceiverQueue<Attempt extends WaitingAttempt> {
  readonly circuit: CircuitBreaker;
  /** Attempts that may start as soon as there is a permit, oldest first. */
  private readyFirst: Attempt[] = [];
  private readyRetries: Attempt[] = [];
  /** Attempts behind one of the same consignment that has not finished; a present key means one is ready or in flight. */
  private readonly behind = new Map<string, Attempt[]>();
  private readonly started = new Set<Attempt>();
  private allowed: number;
  private waitingCount = 0;
  private bufferedCount = 0;
  private retriesInFlight = 0;

  constructor(
    private readonly maxInFlight: number,
    probeIntervalMs: number,
  ) {
    this.allowed = Math.min(FIRST_ALLOWANCE, maxInFlight);
    this.circuit = new CircuitBreaker(probeIntervalMs);
  }

  get waiting(): number {
    return this.waitingCount;
  }

  get inFlight(): number {
    return this.started.size;
  }

  /** Whether what starts next has its last chance. */
  get isLastChanceNext(): boolean {
    return (this.readyFirst[0] ?? this.readyRetries[0])?.isLastChance === true;
  }

  get isIdle(): boolean {
    return this.behind.size === 0;
  }

  add(attempt: Attempt): void {
    this.waitingCount += 1;
    if (!attempt.isStored) this.bufferedCount += 1;
    const behind = this.behind.get(attempt.consignmentId);
    if (behind) behind.push(attempt);
    else {
      this.behind.set(attempt.consignmentId, []);
      this.ready(attempt);
    }
  }

  /** Retries get half of the permits at most, and none while a first attempt can use it. */
  next(): Next {
    const allowance = this.allowance;
    if (this.started.size >= allowance) return undefined;
    if (this.readyFirst.length > 0) return 'first';
    const [retry] = this.readyRetries;
    if (retry === undefined) return undefined;
    // What has its last chance has nothing beside it that half of the permits should be kept for.
    return this.retriesInFlight < (retry.isLastChance ? allowance : Math.ceil(allowance / 2)) ? 'retry' : undefined;
  }

  /** Takes the next attempt, which holds a permit until `finish`. */
  start(): Attempt | undefined {
    const next = this.next();
    if (next === undefined) return undefined;
    const attempt = next === 'first' ? this.readyFirst.shift() : this.readyRetries.shift();
    if (attempt === undefined) return undefined;
    this.waitingCount -= 1;
    if (!attempt.isStored) this.bufferedCount -= 1;
    this.started.add(attempt);
    if (attempt.isRetry) this.retriesInFlight += 1;
    return attempt;
  }

  /** @param sign undefined = nothing was sent, so nothing was learnt. @returns true when the circuit opened or closed by it */
  finish(attempt: Attempt, sign: Sign | undefined, nowMs: number): boolean {
    this.started.delete(attempt);
    if (attempt.isRetry) this.retriesInFlight -= 1;
    const next = this.behind.get(attempt.consignmentId)?.shift();
    if (next === undefined) this.behind.delete(attempt.consignmentId);
    else this.ready(next);
    if (sign === undefined) return false;
    this.allowed = sign === 'timeout' ? DEGRADED_ALLOWANCE : Math.min(this.maxInFlight, this.allowed * 2);
    return this.circuit.learn(sign, nowMs);
  }

  /** Forgets what it has learnt about the receiver. @returns true when the circuit was open */
  forget(): boolean {
    this.allowed = Math.min(FIRST_ALLOWANCE, this.maxInFlight);
    return this.circuit.forget();
  }

  /** What has not started leaves the queue, oldest of each consignment first: `buffered` = only what has no row in the table yet, `stored` = only what has. */
  takeWaiting(which: Origin): Attempt[] {
    if (this.countOf(which) === 0) return [];
    const waiting = [...this.readyFirst, ...this.readyRetries, ...[...this.behind.values()].flat()];
    this.readyFirst = [];
    this.readyRetries = [];
    this.behind.clear();
    this.waitingCount = 0;
    this.bufferedCount = 0;
    for (const { consignmentId } of this.started) this.behind.set(consignmentId, []);
    const isMeant = ({ isStored }: Attempt): boolean => which === 'all' || isStored === (which === 'stored');
    waiting.filter((attempt) => !isMeant(attempt)).forEach((attempt) => this.add(attempt));
    return waiting.filter(isMeant);
  }

  private countOf(which: Origin): number {
    if (which === 'all') return this.waitingCount;
    return which === 'buffered' ? this.bufferedCount : this.waitingCount - this.bufferedCount;
  }

  /** What expires must go as fast as it comes, from a degraded receiver, too. */
  private get allowance(): number {
    if ((this.readyFirst[0] ?? this.readyRetries[0])?.isLastChance) return this.maxInFlight;
    return this.allowed;
  }

  private ready(attempt: Attempt): void {
    if (attempt.isRetry) this.readyRetries.push(attempt);
    else this.readyFirst.push(attempt);
  }
}
