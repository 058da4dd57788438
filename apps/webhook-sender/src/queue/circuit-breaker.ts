/** What a queue learns from one POST: the receiver answered (well or not), or it kept the service waiting to the deadline. */
export type Sign = 'answered' | 'timeout';

/** Longer than the pause between two attempts: a receiver that fails is heard of again before it is forgotten. */
export const REMEMBERED_MS = 45 * 60_000;
/** So many time-outs in a row open the circuit. */
export const TIMEOUTS_TO_OPEN = 5;

/** Whether a receiver is worth a POST at all; errors answered quickly never open it: each event gets its 16 real POSTs. */
export class CircuitBreaker {
  private timeouts = 0;
  private probeAtMs: number | undefined;
  private learntMs = -Infinity;

  /** @param probeIntervalMs behind an open circuit one probe goes out this often */
  constructor(private readonly probeIntervalMs: number) {}

  get isOpen(): boolean {
    return this.probeAtMs !== undefined;
  }

  /** True after any time-out until the next answer: a degraded receiver gets one permit. */
  get isDegraded(): boolean {
    return this.timeouts > 0;
  }

  /** @returns true when this sign opened or closed it */
  learn(sign: Sign, nowMs: number): boolean {
    const wasOpen = this.isOpen;
    this.learntMs = nowMs;
    this.timeouts = sign === 'timeout' ? this.timeouts + 1 : 0;
    if (sign === 'answered') this.probeAtMs = undefined;
    else if (this.timeouts >= TIMEOUTS_TO_OPEN) this.probeAtMs = nowMs + this.probeIntervalMs;
    return wasOpen !== this.isOpen;
  }

  isProbeDue(nowMs: number): boolean {
    return this.probeAtMs !== undefined && nowMs >= this.probeAtMs;
  }

  /** Until its next probe is due, 0 when it is; undefined = it is not open. */
  untilProbeMs(nowMs: number): number | undefined {
    return this.probeAtMs === undefined ? undefined : Math.max(0, this.probeAtMs - nowMs);
  }

  /** A probe goes out: the next one is due an interval later, whatever becomes of it. */
  probe(nowMs: number): void {
    this.probeAtMs = nowMs + this.probeIntervalMs;
  }

  /**
   * Closes a circuit behind which nothing waits that could be a probe; the next time-out opens it again.
   * @returns false when it was not open, or its pause is not over
   */
  lapse(nowMs: number): boolean {
    if (!this.isProbeDue(nowMs)) return false;
    this.probeAtMs = undefined; // and its time-outs stay counted
    return true;
  }

  /** As its former owner left it. */
  restore(probeAtMs: number): void {
    this.timeouts = TIMEOUTS_TO_OPEN;
    this.probeAtMs = probeAtMs;
  }

  /** @returns true when it was open */
  forget(): boolean {
    const wasOpen = this.isOpen;
    this.timeouts = 0;
    this.probeAtMs = undefined;
    return wasOpen;
  }

  /** True when the circuit breaker has nothing to remember. A degraded receiver without a POST for so long gets no attempts any more. */
  isForgettable(nowMs: number): boolean {
    return !this.isDegraded || (!this.isOpen && nowMs - this.learntMs > REMEMBERED_MS);
  }
}
