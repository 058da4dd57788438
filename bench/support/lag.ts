import { lagOf as lagsOf } from '#libs/messaging/client';
import type { LoadedStack } from './bench-stack.js';

/** Returns the number of the topic's messages that the group has not committed yet; names without the prefix. */
export async function lagOf({ admin, topicPrefix }: LoadedStack, group: string, topic: string): Promise<number> {
  const name = topicPrefix + topic;
  const [ranges, committed] = await Promise.all([admin.ranges(name), admin.committed(topicPrefix + group, [name])]);
  return lagsOf(ranges, committed).reduce((sum, { lag }) => sum + lag, 0);
}
