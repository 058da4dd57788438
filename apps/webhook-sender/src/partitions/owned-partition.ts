/** Rows are written with it, so that no former owner can write. */
export interface PartitionEpoch {
  readonly partition: number;
  /** Raised whenever the partition gets an owner. */
  readonly epoch: number;
}

/** A partition of topic delivery-attempts for as long as no other process owns it: it survives that this process gets it again. */
export class OwnedPartition implements PartitionEpoch {
  constructor(
    readonly partition: number,
    /** The epoch of the latest claim. */
    public epoch: number,
    /** When this process got it, by the steady clock, ms. */
    readonly ownedSinceMs: number,
  ) {}

  /** What rows are written with now. */
  get claim(): PartitionEpoch {
    return { partition: this.partition, epoch: this.epoch };
  }

  /** @param isRepeated the claim is only repeated @returns undefined when somebody else may have had it since its latest claim */
  claimedAgain(epoch: number, isRepeated: boolean): this | undefined {
    if (!isRepeated && epoch !== this.epoch + 1) return undefined;
    this.epoch = epoch;
    return this;
  }
}
