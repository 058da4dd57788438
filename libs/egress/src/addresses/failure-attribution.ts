/** The most unreached targets in memory. Beyond this number, all history is dropped. */
const MAX_TARGETS = 100_000;

interface Doubt {
  readonly sinceMs: number;
  lastMs: number;
}

interface Reached {
  readonly target: string;
  readonly atMs: number;
}

/**
 * Distinguishes an unreachable target from proxies or name servers that reach no target. In both cases working proxies answer 502, 503, 504 or
 * nothing, and name servers answer SERVFAIL or nothing. The target is at fault when another target was reached since, or when the doubt has
 * lasted too long.
 */
export class FailureAttribution {
  private readonly doubts = new Map<string, Doubt>();
  private latest: Reached | undefined;
  /** The latest success of any other target. */
  private other: Reached | undefined;

  /** @param doubtMs after this time the target counts as at fault even though no other target is reached */
  constructor(private readonly doubtMs: number) {}

  reached(target: string, nowMs: number): void {
    this.doubts.delete(target);
    if (this.latest?.target !== target) this.other = this.latest;
    this.latest = { target, atMs: nowMs };
  }

  /** Records a failed try. @param askedMs when the try began @returns true = the target is at fault, false = the service may be at fault */
  isFailureOf(target: string, nowMs: number, askedMs = nowMs): boolean {
    return this.isProven(target, nowMs, askedMs) || nowMs - this.doubtOf(target, nowMs).sinceMs >= this.doubtMs;
  }

  /** True when another target proves this target's fault, regardless of how long the doubt has lasted. */
  isProven(target: string, nowMs: number, askedMs = nowMs): boolean {
    const doubt = this.doubtOf(target, nowMs, askedMs);
    doubt.lastMs = nowMs;
    const proof = this.latest?.target === target ? this.other : this.latest;
    return proof !== undefined && proof.atMs > doubt.sinceMs;
  }

  /** A target without a request for this long loses its history: old results prove nothing. */
  private doubtOf(target: string, nowMs: number, askedMs = nowMs): Doubt {
    const known = this.doubts.get(target);
    if (known && nowMs - known.lastMs < this.doubtMs) return known;
    if (this.doubts.size >= MAX_TARGETS) this.doubts.clear();
    const doubt = { sinceMs: askedMs, lastMs: nowMs };
    this.doubts.set(target, doubt);
    return doubt;
  }
}
