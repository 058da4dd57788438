// in: the clock and the brokers' offsets; out: metrics of the lag of each group and of the number of dead letters
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, Recurring, SECOND, within } from '#libs/config';
import { dlqOf, type TopicName } from '#libs/contracts';
import { errorFields, type Logger, type ObservabilityConfig } from '#libs/observability';
import type { Admin, Kafka, PartitionRange } from '../kafka.js';
import { depthOf, lagOf } from './group-lag.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from './messaging-metrics.provider.js';

type Assigned = Readonly<Record<string, readonly number[]>>;

/** A group of which this process is a member. Names have no prefix. */
interface Watched {
  readonly group: string;
  readonly topics: readonly TopicName[];
  /** The assigned partitions by topic; empty while the group rebalances. */
  assigned: Assigned;
}

interface Parts {
  readonly kafka: Kafka;
  readonly config: KafkaConfig & Pick<ObservabilityConfig, 'metricsPollMs'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
}

/** Asks the brokers for offsets, with a few requests per look at any load. The lag that a consumer knows is out of date as soon as the consumer stops. */
@Injectable()
export class GroupWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly admin: Admin;
  private readonly recurring: Recurring;
  private readonly groups = new Map<string, Watched>();

  constructor(private readonly parts: Parts) {
    // More retries would only delay a stop: the next look comes anyway.
    this.admin = parts.kafka.admin({ retries: 1 });
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
    const brokers = await this.admin.countBrokers();
    const looks = await Promise.all([...this.groups.values()].map((watched) => this.lookAt(watched)));
    const { metrics } = this.parts;
    metrics.brokers.set(brokers);
    metrics.lag.reset(); // a partition that has gone must not keep its last lag
    for (const { topic, lags, own } of looks.flat()) {
      metrics.groupLag.set(
        { topic },
        lags.reduce((sum, { lag }) => sum + lag, 0),
      );
      for (const { partition, lag } of lags) if (own.includes(partition)) metrics.lag.set({ topic, partition: String(partition) }, lag);
    }
  }

  private async lookAt({ group, topics, assigned }: Watched) {
    const fullNames = topics.map((topic) => this.fullName(topic));
    const committed = await this.admin.committed(this.fullName(group), fullNames);
    return Promise.all(
      topics.map(async (topic) => {
        const ranges = await this.ranges(topic);
        this.parts.metrics.deadLetters.set({ topic }, depthOf(await this.ranges(dlqOf(topic))));
        const done = committed.filter((each) => each.topic === this.fullName(topic));
        return { topic, lags: lagOf(ranges, done), own: assigned[topic] ?? [] };
      }),
    );
  }

  private ranges(topic: string): Promise<readonly PartitionRange[]> {
    return this.admin.ranges(this.fullName(topic));
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
