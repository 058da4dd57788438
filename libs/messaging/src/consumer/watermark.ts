/**
 * The offsets of one partition that are unfinished. The lowest of them may be committed. Offsets are numbers here, which are exact up to 2^53: a partition
 * with a million messages a second reaches that in 285 years.
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

  /** @param offset the lowest offset that the handler has left for later; undefined = none */
  keep(offset: number | undefined): void {
    this.lowestLeft = offset;
  }

  /**
   * The partition was read up to this offset, which may lie behind the last message. Control records, aborted and compacted records reach no handler, and
   * the group would count as behind for ever if their offsets were never committed.
   */
  passed(offset: string): void {
    const value = Number(offset);
    if (this.highest === undefined || value > this.highest) this.highest = value;
  }

  /** The offset to commit, which is the next to read after a restart; undefined = it has not moved since `markCommitted`. */
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

  /** The offset behind the highest that was ever read; undefined = none was read. */
  get front(): number | undefined {
    return this.highest === undefined ? undefined : this.highest + 1;
  }

  private next(): number | undefined {
    if (this.front === undefined) return undefined;
    let lowest = Math.min(this.front, this.lowestLeft ?? Infinity);
    for (const offset of this.unfinished) if (offset < lowest) lowest = offset; // messages that are read again are not in order
    return lowest;
  }
}
