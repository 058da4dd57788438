import type { LoadedStack } from './bench-stack.js';

/** Returns the number of the topic's messages that the group has not committed yet; names without the prefix. */
export async function lagOf({ admin, topicPrefix }: LoadedStack, group: string, topic: string): Promise<number> {
  const name = topicPrefix + topic;
  const [ranges, committed] = await Promise.all([admin.ranges(name), admin.committed(topicPrefix + group, [name])]);
  const positions = new Map(committed.map(({ partition, offset }) => [partition, Number(offset)]));
  return ranges.reduce((sum, { partition, low, high }) => sum + Number(high) - Math.max(Number(low), positions.get(partition) ?? 0), 0);
}
