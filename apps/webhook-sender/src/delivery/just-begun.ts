/** Enough for a busy process never to wait for receivers that answer at once. */
const ENOUGH = 64;
/** A POST that has been under way for longer waits for its receiver. */
export const JUST_MS = 100;

interface Begun {
  readonly atMs: number;
  /** False when it has ended, or is no longer just begun. */
  isCounted: boolean;
}

/** POSTs that were begun a moment ago and have no answer yet. Those that hang do not count: however many they are, others may begin. */
export class JustBegun {
  /** In the order of their beginning. */
  private readonly begun: Begun[] = [];
  private count = 0;

  /** @returns to be called when it has ended */
  begin(nowMs: number): () => void {
    const entry: Begun = { atMs: nowMs, isCounted: true };
    this.begun.push(entry);
    this.count += 1;
    return () => this.uncount(entry);
  }

  areEnough(nowMs: number): boolean {
    while (this.begun.length > 0 && (!this.begun[0]!.isCounted || nowMs - this.begun[0]!.atMs > JUST_MS)) this.uncount(this.begun.shift()!);
    return this.count >= ENOUGH;
  }

  private uncount(entry: Begun): void {
    if (entry.isCounted) this.count -= 1;
    entry.isCounted = false;
  }
}
