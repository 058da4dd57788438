/** Enough for a busy process never to wait for receivers that answer at once. */
const ENOUGH = 64;
/** A POST that has been under way for longer waits for its receiver. */
export const JUST_MS = 100;

/** POSTs that were begun a moment ago and have no answer yet. Those that hang do not count: however many they are, others may begin. */
export class JustBegun {
  /** When each was begun, in that order; without those that have ended, and those that were found to be no longer just begun. */
  private readonly begunMs = new Map<object, number>();

  /** @returns to be called when it has ended */
  begin(nowMs: number): () => void {
    const post = {};
    this.begunMs.set(post, nowMs);
    return () => void this.begunMs.delete(post);
  }

  areEnough(nowMs: number): boolean {
    for (const [post, begunMs] of this.begunMs) {
      if (nowMs - begunMs <= JUST_MS) break;
      this.begunMs.delete(post);
    }
    return this.begunMs.size >= ENOUGH;
  }
}
