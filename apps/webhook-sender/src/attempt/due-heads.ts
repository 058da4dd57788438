/** Knows when the first waiting message of each retry partition is due. */
export class DueHeads {
  private readonly heads = new Map<number, number>();

  /** @param dueAtMs Infinity = no waiting message was seen */
  seen(partition: number, dueAtMs: number): void {
    if (dueAtMs === Infinity) this.heads.delete(partition);
    else this.heads.set(partition, dueAtMs);
  }

  /** Call this when partitions are assigned or revoked. */
  forget(): void {
    this.heads.clear();
  }

  /** The earliest due time, epoch ms; undefined = nothing waits. */
  get oldestMs(): number | undefined {
    return this.heads.size === 0 ? undefined : Math.min(...this.heads.values());
  }
}
