/** Works on messages after its handler has answered, with promised verdicts. The consumer calls it when partitions come and go. */
export interface PartitionListener {
  /**
   * Handed over before anything else: whether the partitions are certainly still this member's. A process that stood still, or that lost its broker,
   * learns only later that others have them.
   */
  watchOwnership?(isSure: () => boolean): void;
  /** The group shares its partitions out anew: all messages without a verdict come again, here or elsewhere. */
  onPartitionsRevoked(): void;
  /** Partitions are assigned; their messages come from the committed offset on. */
  onPartitionsAssigned(): void;
}
