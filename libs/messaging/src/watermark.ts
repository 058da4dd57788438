/** Offsets of one partition in flight: what may be committed is the lowest that is unfinished. */
export class Watermark {
  private readonly unfinished = new Set<bigint>();
  private highest: bigint | undefined;
  private committed: bigint | undefined;

  start(offset: string): void {
    const value = BigInt(offset);
    this.unfinished.add(value);
    if (this.highest === undefined || value > this.highest) this.highest = value;
  }

  finish(offset: string): void {
    this.unfinished.delete(BigInt(offset));
  }

  /** The offset to commit (the next one to read after a restart), or undefined when it has not moved since `markCommitted`. */
  due(): string | undefined {
    const next = this.next();
    return next === undefined || next === this.committed ? undefined : next.toString();
  }

  markCommitted(offset: string): void {
    this.committed = BigInt(offset);
  }

  get inFlight(): number {
    return this.unfinished.size;
  }

  private next(): bigint | undefined {
    // A Set keeps insertion order and a partition is read in offset order, so the first entry is the lowest.
    for (const lowest of this.unfinished) return lowest;
    return this.highest === undefined ? undefined : this.highest + 1n;
  }
}
