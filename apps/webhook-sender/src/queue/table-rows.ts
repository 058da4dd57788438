/**
 * The rows of one receiver in table delivery_overflow, as its owner knows them. Only a process that was cut off may write further rows,
 * late.
 */
export class TableRows {
  /** True when the table has rows of the receiver, or may have: arriving attempts wait behind these rows. */
  isAny = false;
  /** Ids of the rows that are in memory. */
  readonly taken = new Set<number>();
  /** Consignments whose rows wait for an attempt in flight here. */
  readonly kept = new Set<string>();
  /** Rows are being read into memory. */
  isFilling = false;
  /** The number of evictions: a row that was skipped as taken may have been evicted meanwhile. */
  evictions = 0;
  private writing = 0;
  private writes = 0;

  /** Read this before reading the table, see `emptied`. */
  get mark(): number {
    return this.writes;
  }

  /**
   * Call this when rows are about to be written.
   * @returns a function to call when the write has ended, with or without success
   */
  write(): () => void {
    this.isAny = true;
    this.writing += 1;
    return () => {
      this.writing -= 1;
      this.writes += 1;
    };
  }

  /**
   * Call this when the table had no rows of the receiver.
   * @param mark the mark from before the table was read
   */
  emptied(mark: number): void {
    if (this.writing === 0 && this.writes === mark) this.isAny = false;
  }

  /** True when a new object would behave the same: no rows are known, read or written. */
  get isForgettable(): boolean {
    return !this.isAny && this.taken.size === 0 && this.kept.size === 0 && !this.isFilling && this.writing === 0;
  }
}
