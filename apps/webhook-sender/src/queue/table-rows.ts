/** What one receiver has in table delivery_overflow, as its owner knows it: no other process writes rows of it, but one that was cut off, late. */
export class TableRows {
  /** The table has rows of the receiver, or may have: what arrives waits behind these. */
  isAny = false;
  /** Ids of the rows that are in memory. */
  readonly taken = new Set<number>();
  /** Consignments whose rows wait for an attempt that is in flight here. */
  readonly kept = new Set<string>();
  /** Rows are being read into memory. */
  isFilling = false;
  /** How often rows were evicted from memory: what was passed over as taken may have been evicted meanwhile. */
  evictions = 0;
  private writing = 0;
  private writes = 0;

  /** Ask for it before the table is read: see `emptied`. */
  get mark(): number {
    return this.writes;
  }

  /** Rows are being written. @returns a function to call when they are, or could not be */
  write(): () => void {
    this.isAny = true;
    this.writing += 1;
    return () => {
      this.writing -= 1;
      this.writes += 1;
    };
  }

  /** The table had no rows of the receiver when it was read. @param mark as it was before */
  emptied(mark: number): void {
    if (this.writing === 0 && this.writes === mark) this.isAny = false;
  }

  /** Nothing is known or under way that a new object would not know. */
  get isForgettable(): boolean {
    return !this.isAny && this.taken.size === 0 && this.kept.size === 0 && !this.isFilling && this.writing === 0;
  }
}
