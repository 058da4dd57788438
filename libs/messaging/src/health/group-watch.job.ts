// in: the clock and the brokers' offsets; out: how far each group is behind and how many dead letters there are, as metrics
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Admin, Kafka } from 'kafkajs';
import { type Clock, Recurring, SECOND, within } from '#libs/config';
import { dlqOf, type TopicName } from '#libs/contracts';
import { errorFields, type Logger, type ObservabilityConfig } from '#libs/observability';
import { depthOf, lagOf, type PartitionOffsets } from './group-lag.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from './messaging-metrics.provider.js';

type Assigned = Readonly<Record<string, readonly number[]>>;

/** A group that this process is a member of, names without the prefix. */
interface Watched {
  readonly group: string;
  readonly topics: readonly TopicName[];
  /** By topic, what was assigned last; empty while partitions are shared out. */
  assigned: Assigned;
}

interface Parts {
  readonly kafka: Kafka;
  readonly config: KafkaConfig & Pick<ObservabilityConfig, 'metricsPollMs'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
}

/** Asks the brokers for offsets, a few requests per look at any load: the lag that a consumer knows itself is out of date as soon as it stops. */
@Injectable()
export class GroupWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly admin: Admin;
  private readonly recurring: Recurring;
  private readonly groups = new Map<string, Watched>();

  constructor(private readonly parts: Parts) {
    // The next look comes anyway: who asks again and again for this one only holds up a stop.
    this.admin = parts.kafka.admin({ retry: { retries: 1 } });
    this.recurring = new Recurring({
      everyMs: parts.config.metricsPollMs,
      work: () => this.look(),
      onFailure: (error) => this.failed(error),
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async onApplicationShutdown(): Promise<void> {
    void this.recurring.stop();
    await within(SECOND, this.admin.disconnect());
  }

  add(group: string, topics: readonly TopicName[]): void {
    this.groups.set(group, { group, topics, assigned: {} });
    this.assign(group, {});
  }

  /** @param assigned by full topic name */
  joined(group: string, assigned: Assigned): void {
    this.parts.metrics.joins.inc({ group });
    this.assign(group, assigned);
  }

  left(group: string): void {
    this.assign(group, {});
  }

  crashed(group: string): void {
    this.parts.metrics.crashes.inc({ group });
    this.assign(group, {});
  }

  /** @param topic full name */
  committed(topic: string): void {
    const { clock, config, metrics } = this.parts;
    metrics.lastCommit.set({ topic: topic.slice(config.topicPrefix.length) }, clock.nowMs() / 1000);
  }

  private assign(group: string, assigned: Assigned): void {
    const watched = this.groups.get(group);
    if (!watched) return;
    watched.assigned = Object.fromEntries(watched.topics.map((topic) => [topic, assigned[this.fullName(topic)] ?? []]));
    watched.topics.forEach((topic) => this.parts.metrics.partitions.set({ topic }, watched.assigned[topic]?.length ?? 0));
  }

  private async look(): Promise<void> {
    await this.admin.connect();
    const { brokers } = await this.admin.describeCluster();
    const looks = await Promise.all([...this.groups.values()].map((watched) => this.lookAt(watched)));
    const { metrics } = this.parts;
    metrics.brokers.set(brokers.length);
    metrics.lag.reset(); // a partition that has gone must not leave its last lag behind
    for (const { topic, lags, own } of looks.flat()) {
      metrics.groupLag.set(
        { topic },
        lags.reduce((sum, { lag }) => sum + lag, 0),
      );
      for (const { partition, lag } of lags) if (own.includes(partition)) metrics.lag.set({ topic, partition: String(partition) }, lag);
    }
  }

  private async lookAt({ group, topics, assigned }: Watched) {
    const committed = await this.admin.fetchOffsets({ groupId: this.fullName(group), topics: topics.map((topic) => this.fullName(topic)) });
    return Promise.all(
      topics.map(async (topic) => {
        const ends = await this.offsets(topic);
        this.parts.metrics.deadLetters.set({ topic }, depthOf(await this.offsets(dlqOf(topic))));
        const done = committed.find((each) => each.topic === this.fullName(topic))?.partitions ?? [];
        return { topic, lags: lagOf(ends, done), own: assigned[topic] ?? [] };
      }),
    );
  }

  private offsets(topic: string): Promise<readonly PartitionOffsets[]> {
    return this.admin.fetchTopicOffsets(this.fullName(topic));
  }

  private fullName(name: string): string {
    return this.parts.config.topicPrefix + name;
  }

  private failed(error: unknown): void {
    if (this.recurring.isStopping) return;
    this.parts.metrics.brokers.set(0);
    this.parts.logger.debug('kafka.notLookedAt', errorFields(error));
  }
}
