/**
 * Offsets of one partition in flight: what may be committed is the lowest that is unfinished. Kept as numbers, which are exact up to 2^53: a partition
 * that takes a million messages a second gets there in 285 years.
 */
export class Watermark {
  private readonly unfinished = new Set<number>();
  private highest: number | undefined;
  private committed: number | undefined;
  private lowestLeft: number | undefined;

  start(offset: string): void {
    this.unfinished.add(Number(offset));
    this.passed(offset);
  }

  finish(offset: string): void {
    this.unfinished.delete(Number(offset));
  }

  /** @param offset the lowest that its handler has left unread, for later; undefined = none */
  keep(offset: number | undefined): void {
    this.lowestLeft = offset;
  }

  /**
   * The partition has been read up to this offset, which may be after the last started message: control records, aborted and compacted records
   * reach no handler, and the consumer would wait for them for ever if their offsets were never committed.
   */
  passed(offset: string): void {
    const value = Number(offset);
    if (this.highest === undefined || value > this.highest) this.highest = value;
  }

  /** The offset to commit (the next one to read after a restart), or undefined when it has not moved since `markCommitted`. */
  due(): string | undefined {
    const next = this.next();
    return next === undefined || next === this.committed ? undefined : String(next);
  }

  markCommitted(offset: string): void {
    this.committed = Number(offset);
  }

  get inFlight(): number {
    return this.unfinished.size;
  }

  /** Behind the highest offset that was ever read; undefined = none was. */
  get front(): number | undefined {
    return this.highest === undefined ? undefined : this.highest + 1;
  }

  private next(): number | undefined {
    if (this.front === undefined) return undefined;
    let lowest = Math.min(this.front, this.lowestLeft ?? Infinity);
    for (const offset of this.unfinished) if (offset < lowest) lowest = offset; // what was read again lies behind higher ones
    return lowest;
  }
}
