import type { Admin } from 'kafkajs';
import { GROUPS } from '#libs/contracts';

/** How far a group goes back in a topic. */
export interface SetBack {
  /** Full names. */
  readonly group: string;
  readonly topic: string;
  /** Messages that it reads again. */
  readonly messages: number;
  readonly partitions: readonly { readonly partition: number; readonly offset: string }[];
}

/**
 * What setting all groups of the service back to a time would do. Only backwards: a group that has not come as far as that time stays where
 * it is, or what waits for it would be lost. @throws Error while a member of a group runs
 */
export async function planSetBack(admin: Admin, topicPrefix: string, toMs: number): Promise<SetBack[]> {
  const groups = Object.values(GROUPS).map(({ name, topics }) => ({ group: topicPrefix + name, topics }));
  await refuseRunning(
    admin,
    groups.map(({ group }) => group),
  );
  const plans: SetBack[] = [];
  for (const { group, topics } of groups) {
    for (const topic of topics) plans.push(await planTopic(admin, { group, topic: topicPrefix + topic, toMs }));
  }
  return plans;
}

export async function setBack(admin: Admin, { group, topic, partitions }: SetBack): Promise<void> {
  if (partitions.length > 0) await admin.setOffsets({ groupId: group, topic, partitions: [...partitions] });
}

async function refuseRunning(admin: Admin, groups: readonly string[]): Promise<void> {
  const described = await admin.describeGroups([...groups]);
  const running = described.groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId);
  if (running.length === 0) return;
  throw new Error(
    `members of ${running.join(', ')} still run: stop the apps, then try again (one that was killed counts until its session ends, KAFKA_SESSION_TIMEOUT_MS)`,
  );
}

async function planTopic(admin: Admin, { group, topic, toMs }: { group: string; topic: string; toMs: number }): Promise<SetBack> {
  const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  const atTime = new Map(
    (await admin.fetchTopicOffsetsByTimestamp(topic, toMs)).map(({ partition, offset }) => [partition, BigInt(offset)]),
  );
  const moves = (committed?.partitions ?? []).flatMap(({ partition, offset }) => {
    const [from, to] = [BigInt(offset), atTime.get(partition)];
    return to !== undefined && from > to ? [{ partition, offset: String(to), count: Number(from - to) }] : [];
  });
  return {
    group,
    topic,
    messages: moves.reduce((sum, { count }) => sum + count, 0),
    partitions: moves.map(({ partition, offset }) => ({ partition, offset })),
  };
}
