/** As the broker sends them: texts, because they have 64 bits. */
export interface PartitionOffsets {
  readonly partition: number;
  /** The offset of the first message that is still there. */
  readonly low: string;
  /** The offset of the next message to come. */
  readonly high: string;
}

export interface CommittedOffset {
  readonly partition: number;
  /** `-1` = nothing yet. */
  readonly offset: string;
}

/** Messages of each partition that are still to be read; where nothing is committed, all messages of the partition, because groups begin at the beginning. */
export function lagOf(ends: readonly PartitionOffsets[], committed: readonly CommittedOffset[]): { partition: number; lag: number }[] {
  const done = new Map(committed.map(({ partition, offset }) => [partition, BigInt(offset)]));
  return ends.map(({ partition, low, high }) => {
    const from = done.get(partition) ?? -1n;
    // What retention has removed is not to be read any more.
    const next = from < BigInt(low) ? BigInt(low) : from;
    return { partition, lag: Math.max(0, Number(BigInt(high) - next)) };
  });
}

/** Messages in the topic. */
export const depthOf = (ends: readonly PartitionOffsets[]): number =>
  ends.reduce((sum, { low, high }) => sum + Number(BigInt(high) - BigInt(low)), 0);
