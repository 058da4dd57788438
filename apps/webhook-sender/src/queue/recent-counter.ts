const BUCKETS = 10;

/** Counts what was added within the last `windowMs` and not removed since; exact to a tenth of the window. */
export class RecentCounter {
  /** By number of the bucket, oldest first. */
  private readonly counts = new Map<number, number>();
  private readonly bucketMs: number;

  constructor(windowMs: number) {
    this.bucketMs = windowMs / BUCKETS;
  }

  /** @param atMs of one clock, ms; never earlier than in the call before by more than the window */
  add(atMs: number, count = 1): void {
    const bucket = this.bucketOf(atMs);
    this.counts.set(bucket, (this.counts.get(bucket) ?? 0) + count);
  }

  /** @param addedMs as given to `add` */
  remove(addedMs: number): void {
    const bucket = this.bucketOf(addedMs);
    const count = this.counts.get(bucket);
    if (count !== undefined) this.counts.set(bucket, count - 1);
  }

  count(nowMs: number): number {
    let sum = 0;
    for (const [bucket, count] of this.counts) {
      if (bucket <= this.bucketOf(nowMs) - BUCKETS) this.counts.delete(bucket);
      else sum += count;
    }
    return sum;
  }

  private bucketOf(atMs: number): number {
    return Math.floor(atMs / this.bucketMs);
  }
}
