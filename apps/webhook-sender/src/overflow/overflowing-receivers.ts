import { Multiset } from '../batching/multiset.js';

/**
 * Receivers of this process that have rows in table delivery_overflow, or may have: what arrives for them waits behind these rows. Known here,
 * because no other process writes rows of these receivers.
 */
export class OverflowingReceivers {
  private readonly receivers = new Set<string>();
  /** Counts writes; by receiver, the count at its last write. */
  private count = 0;
  private readonly lastWrites = new Map<string, number>();
  private readonly writing = new Multiset();

  has(receiverId: string): boolean {
    return this.receivers.has(receiverId);
  }

  get all(): string[] {
    return [...this.receivers];
  }

  /** Asked for before the table is read: see `emptied`. */
  get mark(): number {
    return this.count;
  }

  /** Rows are being written. @returns a function to call when they are, or could not be */
  written(receiverIds: ReadonlySet<string>): () => void {
    for (const receiverId of receiverIds) {
      this.receivers.add(receiverId);
      this.writing.add(receiverId);
    }
    return () => {
      this.count += 1;
      for (const receiverId of receiverIds) {
        this.lastWrites.set(receiverId, this.count);
        this.writing.remove(receiverId);
      }
    };
  }

  /** The table has rows of these. */
  found(receiverIds: readonly string[]): void {
    receiverIds.forEach((receiverId) => this.receivers.add(receiverId));
  }

  /** The table had no rows of the receiver when it was read. @param mark as it was before */
  emptied(receiverId: string, mark: number): void {
    if (this.writing.has(receiverId) || (this.lastWrites.get(receiverId) ?? 0) > mark) return;
    this.receivers.delete(receiverId);
    this.lastWrites.delete(receiverId);
  }

  /** Those that stay never seem to have no rows meanwhile: attempts may be on their way into a queue. */
  keepOnly(isOwned: (receiverId: string) => boolean): void {
    for (const receiverId of this.receivers) if (!isOwned(receiverId)) this.receivers.delete(receiverId);
  }

  /** Partitions go to others. */
  clear(): void {
    this.receivers.clear();
  }
}
