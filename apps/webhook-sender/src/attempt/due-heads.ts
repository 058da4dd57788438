/** When the first message that waits in each partition of the retries is due. */
export class DueHeads {
  private readonly heads = new Map<number, number>();

  /** @param dueAtMs Infinity = nothing waits there that has been seen */
  seen(partition: number, dueAtMs: number): void {
    if (dueAtMs === Infinity) this.heads.delete(partition);
    else this.heads.set(partition, dueAtMs);
  }

  /** Called when partitions are assigned or revoked. */
  forget(): void {
    this.heads.clear();
  }

  /** Epoch ms; undefined = none waits. */
  get oldestMs(): number | undefined {
    return this.heads.size === 0 ? undefined : Math.min(...this.heads.values());
  }
}
