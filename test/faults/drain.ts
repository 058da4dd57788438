import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster/cluster.js';
import { GROUP_TOPICS } from './cluster/groups.js';

const LOOK_EVERY_MS = 500;
/** Added to the longest intended wait: when nothing has moved for so long, nothing will. */
const AIR_MS = 45_000;

interface Left {
  readonly unread: number;
  readonly pending: number;
  /** Attempts recorded so far: while the number grows, work continues. */
  readonly attempts: number;
}

/**
 * Waits until no work is left: every group has read to the end and no delivery is pending. @returns the work left when nothing moves any
 * more
 */
export async function drain(cluster: Cluster): Promise<string | undefined> {
  const { retryDelayMs, maxWaitMs } = cluster.scale;
  const patienceMs = Math.max(retryDelayMs, maxWaitMs) + AIR_MS;
  let seen = '';
  for (let movedMs = Date.now(); Date.now() - movedMs < patienceMs;) {
    const left = await whatIsLeft(cluster).catch(() => undefined);
    if (left?.unread === 0 && left.pending === 0) return undefined;
    const now = JSON.stringify(left);
    if (left !== undefined && now !== seen) movedMs = Date.now();
    seen = now;
    await pause(LOOK_EVERY_MS);
  }
  return seen;
}

async function whatIsLeft({ brokers, database, topicPrefix }: Cluster): Promise<Left> {
  const unread = await brokers.withAdmin(async (admin) => {
    let sum = 0;
    for (const [group, names] of Object.entries(GROUP_TOPICS)) {
      const topics = names.map((name) => topicPrefix + name);
      const committed = await admin.committed(topicPrefix + group, topics);
      for (const topic of topics) {
        const ends = new Map((await admin.ranges(topic)).map(({ partition, high }) => [partition, Number(high)]));
        const ofTopic = committed.filter((each) => each.topic === topic);
        sum += ofTopic.reduce((total, { partition, offset }) => total + (ends.get(partition) ?? 0) - Math.max(0, Number(offset)), 0);
      }
    }
    return sum;
  });
  const [row] = await database.query<Omit<Left, 'unread'>>(`
    SELECT (SELECT count(*)::int FROM delivery WHERE status = 'pending') AS pending, (SELECT count(*)::int FROM delivery_attempt) AS attempts`);
  return { unread, pending: row?.pending ?? 0, attempts: row?.attempts ?? 0 };
}
