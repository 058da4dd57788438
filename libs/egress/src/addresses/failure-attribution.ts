/** So many targets may be unreached at once before what is known of them is given up. */
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
 * Distinguishes a target that cannot be reached from proxies or name servers that reach no target. Proxies that work but open no tunnel (502, 503, 504,
 * no answer) and name servers that answer SERVFAIL or nothing say the same in both cases; it is the target's failure when another target was
 * reached since, or when the doubt has lasted too long.
 */
export class FailureAttribution {
  private readonly doubts = new Map<string, Doubt>();
  private latest: Reached | undefined;
  /** The latest of any other target than that one. */
  private other: Reached | undefined;

  /** @param doubtMs where no other target is reached, the failure counts against the target after this time */
  constructor(private readonly doubtMs: number) {}

  reached(target: string, nowMs: number): void {
    this.doubts.delete(target);
    if (this.latest?.target !== target) this.other = this.latest;
    this.latest = { target, atMs: nowMs };
  }

  /** It was not reached once more; @param askedMs when that try began. @returns whether that is its own failure; false = it may well be ours */
  isFailureOf(target: string, nowMs: number, askedMs = nowMs): boolean {
    return this.isProven(target, nowMs, askedMs) || nowMs - this.doubtOf(target, nowMs).sinceMs >= this.doubtMs;
  }

  /** The same, without a time limit for the doubt. */
  isProven(target: string, nowMs: number, askedMs = nowMs): boolean {
    const doubt = this.doubtOf(target, nowMs, askedMs);
    doubt.lastMs = nowMs;
    const proof = this.latest?.target === target ? this.other : this.latest;
    return proof !== undefined && proof.atMs > doubt.sinceMs;
  }

  /** A name without a request for this long loses its history: old results prove nothing. */
  private doubtOf(target: string, nowMs: number, askedMs = nowMs): Doubt {
    const known = this.doubts.get(target);
    if (known && nowMs - known.lastMs < this.doubtMs) return known;
    if (this.doubts.size >= MAX_TARGETS) this.doubts.clear();
    const doubt = { sinceMs: askedMs, lastMs: nowMs };
    this.doubts.set(target, doubt);
    return doubt;
  }
}
