import type { PartitionOffset, PartitionRange } from '../kafka.js';

/** Returns the unread messages of each partition. A group begins at the oldest message where it has committed nothing. */
export function lagOf(
  ranges: readonly PartitionRange[],
  committed: readonly Pick<PartitionOffset, 'partition' | 'offset'>[],
): { partition: number; lag: number }[] {
  const done = new Map(committed.map(({ partition, offset }) => [partition, BigInt(offset)]));
  return ranges.map(({ partition, low, high }) => {
    const from = done.get(partition) ?? -1n;
    // Messages that retention has removed are not unread.
    const next = from < BigInt(low) ? BigInt(low) : from;
    return { partition, lag: Math.max(0, Number(BigInt(high) - next)) };
  });
}

/** Returns the number of messages in a topic. */
export const depthOf = (ranges: readonly PartitionRange[]): number =>
  ranges.reduce((sum, { low, high }) => sum + Number(BigInt(high) - BigInt(low)), 0);
