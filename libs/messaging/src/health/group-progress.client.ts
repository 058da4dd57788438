// Until when a group, all its members together, has read its topics.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Admin, Kafka } from 'kafkajs';
import { type Clock, SECOND, within } from '#libs/config';
import type { GROUPS } from '#libs/contracts';
import type { Health, Logger } from '#libs/observability';
import type { KafkaConfig } from '../kafka.config.js';
import { NOTHING_READ, passedOver, type PartitionLook, type Reading, readOn } from './read-until.js';

type Group = (typeof GROUPS)[keyof typeof GROUPS];

interface Parts {
  readonly kafka: Kafka;
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: Health;
}

/** For what may be decided only when everything published until then has been taken. A few requests to the brokers per look. */
@Injectable()
export class GroupProgress implements OnApplicationShutdown {
  private readonly admin: Admin;
  private readonly readings = new Map<string, Reading>();

  constructor(private readonly parts: Parts) {
    this.admin = parts.kafka.admin({ retry: { retries: 1 } });
  }

  async onApplicationShutdown(): Promise<void> {
    await within(SECOND, this.admin.disconnect());
  }

  /**
   * Everything that was published to the group's topics until then is read and committed, but for what a partition holds that has not moved for an hour.
   * @returns epoch ms; undefined while nothing is known yet @throws when the brokers do not answer
   */
  async readUntilMs(group: Group): Promise<number | undefined> {
    const { clock, logger, health } = this.parts;
    const atMs = clock.nowMs();
    const isWell = Object.keys(await health.ready()).length === 0;
    const partitions = await this.look(group);
    const before = this.readings.get(group.name) ?? NOTHING_READ;
    const reading = readOn(before, { atMs, isWell, partitions });
    this.readings.set(group.name, reading);
    const known = new Set(passedOver(before));
    const news = passedOver(reading).filter((partition) => !known.has(partition));
    if (news.length > 0) logger.warn('kafka.partitionStandsStill', { group: group.name, partitions: news });
    return reading.untilMs;
  }

  private async look({ name, topics }: Group): Promise<PartitionLook[]> {
    const { topicPrefix } = this.parts.config;
    await this.admin.connect();
    // The ends first: what is published after them may be committed already.
    const ends = await Promise.all(topics.map((topic) => this.admin.fetchTopicOffsets(topicPrefix + topic)));
    const committed = await this.admin.fetchOffsets({ groupId: topicPrefix + name, topics: topics.map((topic) => topicPrefix + topic) });
    return topics.flatMap((topic, index) => {
      const ofTopic = committed.find((each) => each.topic === topicPrefix + topic)?.partitions ?? [];
      const offsets = new Map(ofTopic.map(({ partition, offset }) => [partition, offset]));
      return ends[index]!.map(({ partition, low, high }) => ({
        id: `${topic} ${partition}`,
        low,
        high,
        committed: offsets.get(partition) ?? '-1',
      }));
    });
  }
}
