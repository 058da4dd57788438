import type { LoadedStack } from './bench-stack.js';

/** Returns the number of the topic's messages that the group has not committed yet; names without the prefix. */
export async function lagOf({ admin, topicPrefix }: LoadedStack, group: string, topic: string): Promise<number> {
  const [ends, [committed]] = await Promise.all([
    admin.fetchTopicOffsets(topicPrefix + topic),
    admin.fetchOffsets({ groupId: topicPrefix + group, topics: [topicPrefix + topic] }),
  ]);
  const positions = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return ends.reduce((sum, { partition, low, high }) => sum + Number(high) - Math.max(Number(low), positions.get(partition) ?? 0), 0);
}
