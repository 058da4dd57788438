import { CircuitBreaker, type Sign } from './circuit-breaker.js';

/** A receiver nobody has heard of yet begins with this many POSTs at once; each answer doubles them up to the limit. */
const FIRST_ALLOWANCE = 2;
/** A receiver degraded gets one permit. */
const DEGRADED_ALLOWANCE = 1;

export interface Waiting {
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
export type Which = 'all' | 'fresh' | 'stored';

/** What a queue may start next, were it up to the queue alone. */
export type Next = 'first' | 'retry' | undefined;

/** One receiver's queue: what waits, how many POSTs it may have at once, and whether it is worth any (design: queues). */
export class ReceiverQueue<Job extends Waiting> {
  readonly circuit: CircuitBreaker;
  /** Jobs that may start as soon as there is a permit, oldest first. */
  private readyFirst: Job[] = [];
  private readyRetries: Job[] = [];
  /** Jobs behind one of the same consignment that has not finished; a present key means one is ready or in flight. */
  private readonly behind = new Map<string, Job[]>();
  private readonly started = new Set<Job>();
  private allowed: number;
  private waitingCount = 0;
  private freshCount = 0;
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

  get isIdle(): boolean {
    return this.behind.size === 0;
  }

  add(job: Job): void {
    this.waitingCount += 1;
    if (!job.isStored) this.freshCount += 1;
    const behind = this.behind.get(job.consignmentId);
    if (behind) behind.push(job);
    else {
      this.behind.set(job.consignmentId, []);
      this.ready(job);
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

  /** Takes the next job, which holds a permit until `finish`. */
  start(): Job | undefined {
    const next = this.next();
    if (next === undefined) return undefined;
    const job = next === 'first' ? this.readyFirst.shift() : this.readyRetries.shift();
    if (job === undefined) return undefined;
    this.waitingCount -= 1;
    if (!job.isStored) this.freshCount -= 1;
    this.started.add(job);
    if (job.isRetry) this.retriesInFlight += 1;
    return job;
  }

  /** @param sign undefined = nothing was sent, so nothing was learnt. @returns true when the circuit opened or closed by it */
  finish(job: Job, sign: Sign | undefined, nowMs: number): boolean {
    this.started.delete(job);
    if (job.isRetry) this.retriesInFlight -= 1;
    const next = this.behind.get(job.consignmentId)?.shift();
    if (next === undefined) this.behind.delete(job.consignmentId);
    else this.ready(next);
    if (sign === undefined) return false;
    this.allowed = sign === 'timeout' ? DEGRADED_ALLOWANCE : Math.min(this.maxInFlight, this.allowed * 2);
    return this.circuit.learn(sign, nowMs);
  }

  /** As if nobody had heard of the receiver yet. @returns true when the circuit was open */
  forget(): boolean {
    this.allowed = Math.min(FIRST_ALLOWANCE, this.maxInFlight);
    return this.circuit.forget();
  }

  /** What has not started leaves the queue, oldest of each consignment first: `fresh` = only what has no row in the table yet, `stored` = only what has. */
  takeWaiting(which: Which): Job[] {
    if (this.countOf(which) === 0) return [];
    const waiting = [...this.readyFirst, ...this.readyRetries, ...[...this.behind.values()].flat()];
    this.readyFirst = [];
    this.readyRetries = [];
    this.behind.clear();
    this.waitingCount = 0;
    this.freshCount = 0;
    for (const { consignmentId } of this.started) this.behind.set(consignmentId, []);
    const isMeant = ({ isStored }: Job): boolean => which === 'all' || isStored === (which === 'stored');
    waiting.filter((job) => !isMeant(job)).forEach((job) => this.add(job));
    return waiting.filter(isMeant);
  }

  private countOf(which: Which): number {
    if (which === 'all') return this.waitingCount;
    return which === 'fresh' ? this.freshCount : this.waitingCount - this.freshCount;
  }

  /** What expires must go as fast as it comes, from a receiver degraded, too. */
  private get allowance(): number {
    if ((this.readyFirst[0] ?? this.readyRetries[0])?.isLastChance) return this.maxInFlight;
    return this.allowed;
  }

  private ready(job: Job): void {
    if (job.isRetry) this.readyRetries.push(job);
    else this.readyFirst.push(job);
  }
}
