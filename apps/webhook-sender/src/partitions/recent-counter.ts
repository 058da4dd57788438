const BUCKETS = 10;

interface Bucket {
  /** The number of the bucket, counted from the clock's zero. */
  number: number;
  count: number;
}

/** Counts what was added within the last `windowMs` and not removed since; accurate to a tenth of the window. */
export class RecentCounter {
  /** A ring: a bucket replaces the bucket that has left the window. */
  private readonly buckets = Array.from({ length: BUCKETS }, (): Bucket => ({ number: -Infinity, count: 0 }));
  private readonly bucketMs: number;

  constructor(windowMs: number) {
    this.bucketMs = windowMs / BUCKETS;
  }

  /**
   * Adds `count`; ignored if it is older than the window.
   * @param atMs ms of one steady clock
   */
  add(atMs: number, count = 1): void {
    const number = this.numberOf(atMs);
    const bucket = this.placeOf(number);
    if (bucket.number < number) Object.assign(bucket, { number, count: 0 });
    if (bucket.number === number) bucket.count += count;
  }

  /** @param addedMs the time given to `add` */
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
