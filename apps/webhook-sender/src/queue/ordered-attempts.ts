/** The fields of an attempt that decide its order. */
export interface OrderedAttempt {
  /** Two attempts of one consignment are never in flight together. */
  readonly consignmentId: string;
  /** A first attempt goes before every retry. */
  readonly isRetry: boolean;
  /** The attempt has a row in table delivery_overflow: it may be forgotten in memory, and is read again. */
  readonly isStored: boolean;
  /** The attempt gets one last POST before its delivery ends as expired. */
  readonly isLastChance?: boolean;
  /** Since when the attempt waits, ms of the steady clock; the time in table delivery_overflow counts. */
  readonly waitsSinceMs: number;
}

/** Selects waiting attempts: `buffered` = without a row in the table, `stored` = with a row. */
export type Origin = 'all' | 'buffered' | 'stored';

/** The attempts of one receiver in order: first attempts before retries, and one at a time per consignment. */
export class OrderedAttempts<Attempt extends OrderedAttempt> {
  /** Attempts that may start as soon as there is a permit, oldest first. */
  private readyFirst: Attempt[] = [];
  private readyRetries: Attempt[] = [];
  /**
   * Attempts that wait for an earlier attempt of their consignment, by consignment. A present key means that an attempt is ready or in
   * flight.
   */
  private readonly behind = new Map<string, Attempt[]>();
  private readonly started = new Set<Attempt>();
  private bufferedCount = 0;
  waiting = 0;
  retriesInFlight = 0;

  get inFlight(): number {
    return this.started.size;
  }

  get isEmpty(): boolean {
    return this.behind.size === 0;
  }

  /** The attempt to start next; undefined = none is ready. */
  get front(): Attempt | undefined {
    return this.readyFirst[0] ?? this.readyRetries[0];
  }

  /** Since when the oldest waiting attempt waits; undefined = no attempt waits. A look at each waiting attempt. */
  get oldestWaitsSinceMs(): number | undefined {
    let oldest: number | undefined;
    for (const attempts of [this.readyFirst, this.readyRetries, ...this.behind.values()])
      for (const { waitsSinceMs } of attempts) if (oldest === undefined || waitsSinceMs < oldest) oldest = waitsSinceMs;
    return oldest;
  }

  add(attempt: Attempt): void {
    this.waiting += 1;
    if (!attempt.isStored) this.bufferedCount += 1;
    const behind = this.behind.get(attempt.consignmentId);
    if (behind) behind.push(attempt);
    else {
      this.behind.set(attempt.consignmentId, []);
      this.ready(attempt);
    }
  }

  /** Starts the front attempt; it is in flight until `finish`. */
  start(): Attempt | undefined {
    const attempt = this.readyFirst.shift() ?? this.readyRetries.shift();
    if (attempt === undefined) return undefined;
    this.waiting -= 1;
    if (!attempt.isStored) this.bufferedCount -= 1;
    this.started.add(attempt);
    if (attempt.isRetry) this.retriesInFlight += 1;
    return attempt;
  }

  finish(attempt: Attempt): void {
    this.started.delete(attempt);
    if (attempt.isRetry) this.retriesInFlight -= 1;
    const next = this.behind.get(attempt.consignmentId)?.shift();
    if (next === undefined) this.behind.delete(attempt.consignmentId);
    else this.ready(next);
  }

  /** Removes waiting attempts; each consignment's attempts come oldest first. */
  evict(which: Origin): Attempt[] {
    if (this.countOf(which) === 0) return [];
    const waiting = [...this.readyFirst, ...this.readyRetries, ...[...this.behind.values()].flat()];
    this.readyFirst = [];
    this.readyRetries = [];
    this.behind.clear();
    this.waiting = 0;
    this.bufferedCount = 0;
    for (const { consignmentId } of this.started) this.behind.set(consignmentId, []);
    const isMeant = ({ isStored }: Attempt): boolean => which === 'all' || isStored === (which === 'stored');
    waiting.filter((attempt) => !isMeant(attempt)).forEach((attempt) => this.add(attempt));
    return waiting.filter(isMeant);
  }

  private countOf(which: Origin): number {
    if (which === 'all') return this.waiting;
    return which === 'buffered' ? this.bufferedCount : this.waiting - this.bufferedCount;
  }

  private ready(attempt: Attempt): void {
    if (attempt.isRetry) this.readyRetries.push(attempt);
    else this.readyFirst.push(attempt);
  }
}
