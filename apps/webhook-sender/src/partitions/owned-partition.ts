/** The key that rows are written with, so that no former owner can write. */
export interface PartitionEpoch {
  readonly partition: number;
  /** Raised whenever the partition gets an owner. */
  readonly epoch: number;
}

/**
 * A partition of topic delivery-attempts while no other process owns it. The object stays the same when this process gets the partition
 * again.
 */
export class OwnedPartition implements PartitionEpoch {
  constructor(
    readonly partition: number,
    /** The epoch of the latest claim. */
    public epoch: number,
    /** When this process got the partition, by the steady clock, ms. */
    readonly ownedSinceMs: number,
  ) {}

  /** The key that rows are written with now. */
  get claim(): PartitionEpoch {
    return { partition: this.partition, epoch: this.epoch };
  }

  /**
   * @param isRepeated true when only the claim is repeated
   * @returns undefined when another process may have owned the partition since its latest claim
   */
  claimedAgain(epoch: number, isRepeated: boolean): this | undefined {
    if (!isRepeated && epoch !== this.epoch + 1) return undefined;
    this.epoch = epoch;
    return this;
  }
}
