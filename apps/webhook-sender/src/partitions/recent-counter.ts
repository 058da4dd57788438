const BUCKETS = 10;

interface Bucket {
  /** Counted from the beginning of the clock. */
  number: number;
  count: number;
}

/** Counts what was added within the last `windowMs` and not removed since; exact to a tenth of the window. */
export class RecentCounter {
  /** A ring: a bucket takes the place of the one before it that is out of the window. */
  private readonly buckets = Array.from({ length: BUCKETS }, (): Bucket => ({ number: -Infinity, count: 0 }));
  private readonly bucketMs: number;

  constructor(windowMs: number) {
    this.bucketMs = windowMs / BUCKETS;
  }

  /** @param atMs of one clock, ms. What is older than the window does not count. */
  add(atMs: number, count = 1): void {
    const number = this.numberOf(atMs);
    const bucket = this.placeOf(number);
    if (bucket.number < number) Object.assign(bucket, { number, count: 0 });
    if (bucket.number === number) bucket.count += count;
  }

  /** @param addedMs as given to `add` */
  remove(addedMs: number): void {
    const number = this.numberOf(addedMs);
    const bucket = this.placeOf(number);
    if (bucket.number === number) bucket.count -= 1;
  }

  count(nowMs: number): number {
    const oldest = this.numberOf(nowMs) - BUCKETS;
    return this.buckets.reduce((sum, { number, count }) => (number > oldest ? sum + count : sum), 0);
  }

  private numberOf(atMs: number): number {
    return Math.floor(atMs / this.bucketMs);
  }

  private placeOf(number: number): Bucket {
    return this.buckets[number % BUCKETS]!;
  }
}
