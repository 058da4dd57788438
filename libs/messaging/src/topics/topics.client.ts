import { setTimeout as pause } from 'node:timers/promises';
import type { TopicSpec } from '#libs/contracts';
import type { Admin } from '../kafka.js';

const REPLICATION_OF_A_CLUSTER = 3;
const IN_SYNC = 'min.insync.replicas';
const LEADER_PAUSE_MS = 100;
const LONGEST_ELECTION_MS = 30_000;

/** Returns three copies, or as many as there are brokers. */
export const replicationFor = async (admin: Admin): Promise<number> => Math.min(REPLICATION_OF_A_CLUSTER, await admin.countBrokers());

export interface TopicsReport {
  readonly missing: readonly string[];
  /** One sentence for each difference of an existing topic. */
  readonly differing: readonly string[];
}

/** Compares the existing topics with the specifications. It changes nothing. */
export async function checkTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<TopicsReport> {
  const existing = new Set(await admin.listTopics());
  const missing = specs.filter(({ name }) => !existing.has(name)).map(({ name }) => name);
  const standing = specs.filter(({ name }) => existing.has(name));
  return { missing, differing: await differencesOf(admin, standing) };
}

/** Creates the missing topics and changes no existing topic. @returns the topics that were missing, and the differences of the others */
export async function ensureTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<TopicsReport> {
  const report = await checkTopics(admin, specs);
  const missing = specs.filter(({ name }) => report.missing.includes(name));
  if (missing.length > 0) {
    await createTopics(admin, missing);
    await untilLed(admin, report.missing);
  }
  return report;
}

async function createTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<void> {
  await admin.createTopics(specs).catch((error: unknown) => {
    const wanted = `${specs[0]?.partitions} partitions, ${specs[0]?.replicationFactor} copies`;
    throw new Error(`${specs.map(({ name }) => name).join(', ')} cannot be created (${wanted}): ${(error as Error).message}`, {
      cause: error,
    });
  });
}

/** Waits until the leader of every partition of these topics answers. @throws the last error, after half a minute */
async function untilLed(admin: Admin, topics: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // The metadata name a leader a moment before the leader knows it: only an answer of the leader counts.
      for (const topic of topics) await admin.ranges(topic);
      return;
    } catch (error) {
      if (tries * LEADER_PAUSE_MS >= LONGEST_ELECTION_MS) throw error;
      await pause(LEADER_PAUSE_MS);
    }
  }
}

async function differencesOf(admin: Admin, specs: readonly TopicSpec[]): Promise<string[]> {
  if (specs.length === 0) return [];
  const names = specs.map(({ name }) => name);
  const [topics, settings] = await Promise.all([admin.describeTopics(names), admin.topicSettings(names)]);
  return specs.flatMap((spec) => {
    const partitions = topics.find(({ name }) => name === spec.name)?.partitions ?? [];
    const copies = Math.min(...partitions.map(({ replicas }) => replicas));
    const isThin = copies < spec.replicationFactor;
    // With more in-sync copies than there are copies, no broker would take a message any more.
    const differing = Object.entries(spec.config).filter(
      ([key, value]) => !(isThin && key === IN_SYNC) && settings.get(spec.name)?.get(key) !== value,
    );
    return [
      ...(partitions.length === spec.partitions
        ? []
        : [`${spec.name} has ${partitions.length} partitions, configured are ${spec.partitions}`]),
      ...(isThin
        ? [`${spec.name} has ${copies} of ${spec.replicationFactor} copies: add them (kafka-reassign-partitions.sh), ${IN_SYNC} after that`]
        : []),
      ...differing.map(([key, value]) => `${spec.name}: ${key} should be ${value}`),
    ];
  });
}
