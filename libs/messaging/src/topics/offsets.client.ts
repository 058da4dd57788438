import { GROUPS } from '#libs/contracts';
import type { Admin, PartitionOffset } from '../kafka.js';

/** How far a group is set back in a topic. */
export interface SetBack {
  /** Full names. */
  readonly group: string;
  readonly topic: string;
  /** The number of messages that it reads again. */
  readonly messages: number;
  readonly offsets: readonly PartitionOffset[];
}

/**
 * Plans to set all groups of the service back to a time. A group that has not reached that time stays where it is, because moving it forward would lose
 * messages. @throws while a member of a group runs
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

export async function setBack(admin: Admin, { group, topic, offsets }: SetBack): Promise<void> {
  if (offsets.length > 0) await admin.setCommitted(group, topic, offsets);
}

async function refuseRunning(admin: Admin, groups: readonly string[]): Promise<void> {
  const described = await admin.describeGroups(groups);
  const running = described.filter(({ members }) => members > 0).map(({ group }) => group);
  if (running.length === 0) return;
  throw new Error(
    `members of ${running.join(', ')} still run: stop the apps, then try again (an app that was killed counts until its session ends, KAFKA_SESSION_TIMEOUT_MS)`,
  );
}

async function planTopic(admin: Admin, { group, topic, toMs }: { group: string; topic: string; toMs: number }): Promise<SetBack> {
  const committed = await admin.committed(group, [topic]);
  const atTime = new Map((await admin.offsetsAt(topic, toMs)).map(({ partition, offset }) => [partition, BigInt(offset)]));
  const moves = committed.flatMap(({ partition, offset }) => {
    const [from, to] = [BigInt(offset), atTime.get(partition)];
    return to !== undefined && from > to ? [{ topic, partition, offset: String(to), count: Number(from - to) }] : [];
  });
  return {
    group,
    topic,
    messages: moves.reduce((sum, { count }) => sum + count, 0),
    offsets: moves,
  };
}
