import kafkajs, { type Admin as KafkajsAdmin } from 'kafkajs';
import type { TopicSpec } from '#libs/contracts';
import type { Admin, GroupDescription, PartitionOffset, PartitionRange, TopicDescription } from '../kafka.js';

const STABLE = 'Stable';

/** The admin calls of kafkajs that the service uses. */
export class AdminClient implements Admin {
  constructor(private readonly admin: KafkajsAdmin) {}

  connect(): Promise<void> {
    return this.admin.connect();
  }

  disconnect(): Promise<void> {
    return this.admin.disconnect();
  }

  async countBrokers(): Promise<number> {
    return (await this.admin.describeCluster()).brokers.length;
  }

  listTopics(): Promise<string[]> {
    return this.admin.listTopics();
  }

  async describeTopics(names: readonly string[]): Promise<TopicDescription[]> {
    const { topics } = await this.admin.fetchTopicMetadata({ topics: [...names] });
    return topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map(({ partitionId, leader, replicas }) => ({ partition: partitionId, leader, replicas: replicas.length })),
    }));
  }

  async topicSettings(names: readonly string[]): Promise<Map<string, ReadonlyMap<string, string>>> {
    const { resources } = await this.admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
    });
    return new Map(
      resources.map(({ resourceName, configEntries }) => [
        resourceName,
        new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
      ]),
    );
  }

  /** Waiting for leaders would fail when the broker that is asked has not heard of the topic yet. */
  async createTopics(specs: readonly TopicSpec[]): Promise<void> {
    const topics = specs.map(({ name, partitions, replicationFactor, config }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor,
      configEntries: Object.entries(config).map(([key, value]) => ({ name: key, value })),
    }));
    try {
      await this.admin.createTopics({ topics, waitForLeaders: false });
    } catch (error) {
      if (!(error instanceof kafkajs.KafkaJSAggregateError)) throw error;
      const reasons = new Set(error.errors.map((each) => (each as Error).message));
      throw new Error([...reasons].join('; '), { cause: error });
    }
  }

  ranges(topic: string): Promise<PartitionRange[]> {
    return this.admin.fetchTopicOffsets(topic);
  }

  async offsetsAt(topic: string, atMs: number): Promise<PartitionOffset[]> {
    const offsets = await this.admin.fetchTopicOffsetsByTimestamp(topic, atMs);
    return offsets.map(({ partition, offset }) => ({ topic, partition, offset }));
  }

  async committed(group: string, topics: readonly string[]): Promise<PartitionOffset[]> {
    const byTopic = await this.admin.fetchOffsets({ groupId: group, topics: [...topics] });
    return byTopic.flatMap(({ topic, partitions }) => partitions.map(({ partition, offset }) => ({ topic, partition, offset })));
  }

  async setCommitted(group: string, topic: string, offsets: readonly PartitionOffset[]): Promise<void> {
    const partitions = offsets.map(({ partition, offset }) => ({ partition, offset }));
    await this.admin.setOffsets({ groupId: group, topic, partitions });
  }

  async describeGroups(groups: readonly string[]): Promise<GroupDescription[]> {
    const described = await this.admin.describeGroups([...groups]);
    return described.groups.map(({ groupId, members, state }) => ({
      group: groupId,
      members: members.length,
      isStable: state === STABLE,
    }));
  }

  async deleteGroup(group: string): Promise<void> {
    await this.admin.deleteGroups([group]);
  }
}
