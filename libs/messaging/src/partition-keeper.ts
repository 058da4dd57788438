/** One that goes on working on messages after its handler has answered, with promised verdicts; a consumer tells it when its partitions may go. */
export interface PartitionKeeper {
  /**
   * Handed over before anything else: whether the partitions are certainly still this member's. A process that stood still, or that lost its broker,
   * learns only later that others have them.
   */
  follow?(isSure: () => boolean): void;
  /** The group shares its partitions out anew: all messages without a verdict come again, here or elsewhere. */
  letGo(): void;
  /** Partitions are assigned; their messages come from the committed offset on. */
  joined(): void;
}
