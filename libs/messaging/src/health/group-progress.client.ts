// Tells until when a group has read its topics, all its members together.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, SECOND, within } from '#libs/config';
import type { GROUPS } from '#libs/contracts';
import type { Health, Logger } from '#libs/observability';
import type { Admin, Kafka } from '../kafka.js';
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

/** Serves decisions that need every message up to a time. Each look costs a few requests to the brokers. */
@Injectable()
export class GroupProgress implements OnApplicationShutdown {
  private readonly admin: Admin;
  private readonly readings = new Map<string, Reading>();

  constructor(private readonly parts: Parts) {
    this.admin = parts.kafka.admin({ retries: 1 });
  }

  async onApplicationShutdown(): Promise<void> {
    await within(SECOND, this.admin.disconnect());
  }

  /**
   * Returns the time until which the group has read and committed everything that was published to its topics, epoch ms; undefined = unknown yet. A
   * partition that has not moved for an hour does not count. @throws when the brokers do not answer
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
    // The ranges come first: a message that is published after them may be committed at once.
    const ranges = await Promise.all(topics.map((topic) => this.admin.ranges(topicPrefix + topic)));
    const fullNames = topics.map((topic) => topicPrefix + topic);
    const committed = await this.admin.committed(topicPrefix + name, fullNames);
    return topics.flatMap((topic, index) => {
      const ofTopic = committed.filter((each) => each.topic === topicPrefix + topic);
      const offsets = new Map(ofTopic.map(({ partition, offset }) => [partition, offset]));
      return ranges[index]!.map(({ partition, low, high }) => ({
        id: `${topic} ${partition}`,
        low,
        high,
        committed: offsets.get(partition) ?? '-1',
      }));
    });
  }
}
