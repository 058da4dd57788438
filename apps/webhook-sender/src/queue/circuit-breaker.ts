/** What a queue learns from one POST: the receiver answered (with success or not), or it timed out. */
export type Sign = 'answered' | 'timeout';

/** Longer than the pause between two attempts: a failing receiver gets its next attempt before it is forgotten. */
export const REMEMBERED_MS = 45 * 60_000;
/** This many time-outs in a row open the circuit. */
export const TIMEOUTS_TO_OPEN = 5;

/** Decides whether a receiver gets POSTs at all. Quick error answers never open the circuit: each event gets its 16 real POSTs. */
export class CircuitBreaker {
  private timeouts = 0;
  private probeAtMs: number | undefined;
  private learntMs = -Infinity;

  /** @param probeIntervalMs the time between two probes while the circuit is open */
  constructor(private readonly probeIntervalMs: number) {}

  get isOpen(): boolean {
    return this.probeAtMs !== undefined;
  }

  /** True after any time-out until the next answer: a degraded receiver gets one permit. */
  get isDegraded(): boolean {
    return this.timeouts > 0;
  }

  /** @returns true when this sign opened or closed the circuit */
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

  /** The time until the next probe, 0 when it is due; undefined = the circuit is not open. */
  untilProbeMs(nowMs: number): number | undefined {
    return this.probeAtMs === undefined ? undefined : Math.max(0, this.probeAtMs - nowMs);
  }

  /** Call this when a probe starts. The next probe is due an interval later, whatever becomes of this probe. */
  probe(nowMs: number): void {
    this.probeAtMs = nowMs + this.probeIntervalMs;
  }

  /**
   * Closes the circuit when no waiting attempt can be the probe; the next time-out opens it again.
   * @returns false when the circuit was not open, or its pause is not over
   */
  lapse(nowMs: number): boolean {
    if (!this.isProbeDue(nowMs)) return false;
    this.probeAtMs = undefined; // the time-outs stay counted
    return true;
  }

  /** Restores an open circuit as its former owner left it. */
  restore(probeAtMs: number): void {
    this.timeouts = TIMEOUTS_TO_OPEN;
    this.probeAtMs = probeAtMs;
  }

  /** @returns true when the circuit was open */
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
