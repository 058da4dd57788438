import { setTimeout as pause } from 'node:timers/promises';
import kafkajs, { type Admin } from 'kafkajs';
import type { TopicSpec } from '#libs/contracts';

const REPLICATION_OF_A_CLUSTER = 3;
const IN_SYNC = 'min.insync.replicas';
const LEADER_PAUSE_MS = 100;
const LONGEST_ELECTION_MS = 30_000;

/** Three copies, or as many as there are brokers. */
export async function replicationFor(admin: Admin): Promise<number> {
  const { brokers } = await admin.describeCluster();
  return Math.min(REPLICATION_OF_A_CLUSTER, brokers.length);
}

export interface TopicsReport {
  readonly missing: readonly string[];
  /** One sentence per existing topic that differs from what the service needs. */
  readonly differing: readonly string[];
}

/** Compares the existing topics with what is needed; changes nothing. */
export async function checkTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<TopicsReport> {
  const existing = new Set(await admin.listTopics());
  const missing = specs.filter(({ name }) => !existing.has(name)).map(({ name }) => name);
  const standing = specs.filter(({ name }) => existing.has(name));
  return { missing, differing: await differencesOf(admin, standing) };
}

/** Creates the topics that are missing; changes nothing that stands. @returns what was missing, and how the others differ */
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
  const topics = specs.map(({ name, partitions, replicationFactor, config }) => ({
    topic: name,
    numPartitions: partitions,
    replicationFactor,
    configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
  }));
  try {
    // Without waiting for leaders: it gives up when the broker it asks has not heard of the topic yet.
    await admin.createTopics({ topics, waitForLeaders: false });
  } catch (error) {
    if (!(error instanceof kafkajs.KafkaJSAggregateError)) throw error;
    const reasons = new Set(error.errors.map((each) => (each as Error).message));
    const wanted = `${specs[0]?.partitions} partitions, ${specs[0]?.replicationFactor} copies`;
    throw new Error(`${specs.map(({ name }) => name).join(', ')} cannot be created (${wanted}): ${[...reasons].join('; ')}`, {
      cause: error,
    });
  }
}

/** Waits until every partition of these topics has a leader that answers for it. @throws what the brokers last said, after half a minute */
async function untilLed(admin: Admin, topics: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      // Leaders are named a moment before they know it themselves: only an answer from the leader counts.
      for (const topic of topics) await admin.fetchTopicOffsets(topic);
      return;
    } catch (error) {
      if (tries * LEADER_PAUSE_MS >= LONGEST_ELECTION_MS) throw error;
      await pause(LEADER_PAUSE_MS);
    }
  }
}

async function differencesOf(admin: Admin, specs: readonly TopicSpec[]): Promise<string[]> {
  if (specs.length === 0) return [];
  const [metadata, configs] = await Promise.all([
    admin.fetchTopicMetadata({ topics: specs.map(({ name }) => name) }),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: specs.map(({ name }) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    }),
  ]);
  return specs.flatMap((spec) => {
    const partitions = metadata.topics.find(({ name }) => name === spec.name)?.partitions ?? [];
    const copies = Math.min(...partitions.map(({ replicas }) => replicas.length));
    const isThin = copies < spec.replicationFactor;
    const entries = configs.resources.find(({ resourceName }) => resourceName === spec.name)?.configEntries ?? [];
    // More copies in sync than there are: no broker would take a message any more.
    const settings = Object.entries(spec.config).filter(
      ([key, value]) => !(isThin && key === IN_SYNC) && entries.find((entry) => entry.configName === key)?.configValue !== value,
    );
    return [
      ...(partitions.length === spec.partitions
        ? []
        : [`${spec.name} has ${partitions.length} partitions, configured are ${spec.partitions}`]),
      ...(isThin
        ? [`${spec.name} has ${copies} of ${spec.replicationFactor} copies: add them (kafka-reassign-partitions.sh), ${IN_SYNC} after that`]
        : []),
      ...settings.map(([key, value]) => `${spec.name}: ${key} should be ${value}`),
    ];
  });
}
