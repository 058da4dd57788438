import type { Clock } from '#libs/config';
import type { TopicName } from '#libs/contracts';
import type { Health, Logger } from '#libs/observability';
import type { GroupWatch } from '../health/group-watch.job.js';
import type { FetchedBatch, Kafka } from '../kafka.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from '../health/messaging-metrics.provider.js';
import type { Producer } from '../producer/producer.client.js';
import type { Watermark } from './watermark.js';

/** The partitions that the group has given to this member. */
export interface Assignment {
  /**
   * Whether the partitions certainly belong to this member. A process that was suspended, or that lost its broker, learns late that other members have
   * its partitions.
   */
  readonly isSure: () => boolean;
  readonly partitionsOf: (topic: TopicName) => readonly number[];
}

/** Knows the messages that a handler has left in its partitions (verdict `leave`), and when to read them again. Its consumer has one topic. */
export interface LeftMessages {
  /** The lowest offset that was left in the partition; undefined = none. No offset behind it is committed. */
  lowest(partition: number): number | undefined;
  /** Begins to read the partition again if there is room. @returns the first offset to read; undefined = not now */
  begin(partition: number): number | undefined;
  /** Whether there is room to go on; false ends reading the partition again. */
  goesOn(partition: number): boolean;
  /** To be called when reading again has come to the first message that no handler has seen. */
  caughtUp(partition: number): void;
}

/** Learns when partitions come and go: for a handler that promises verdicts and works on messages after it has answered. */
export interface PartitionListener {
  /** The group reassigns its partitions. All messages without a verdict come again, here or at another member. */
  onPartitionsRevoked(): void;
  /** Partitions are assigned. Their messages come from the committed offset on. */
  onPartitionsAssigned(assignment: Assignment): void;
  /** Present where the handler leaves messages. */
  readonly left?: LeftMessages;
}

/** The options of a consumer. */
export interface BatchServerOptions {
  /** The symbol that its handlers name in @BatchPattern. */
  readonly consumer: symbol;
  /** The consumer group without the prefix. */
  readonly group: string;
  /** The most messages that a handler gets at once. */
  readonly maxBatch: number;
  /** The most batches that are handled at the same time. */
  readonly concurrency: number;
  /** True = a batch may hold messages of several partitions. */
  readonly isMixed?: boolean;
  /** True = its handlers hold messages back (`hold`), so fetches are small and wait briefly. */
  readonly pausesPartitions?: boolean;
  readonly partitionListener?: PartitionListener | undefined;
}

/** The parts of a consumer. */
export interface BatchServerParts {
  readonly kafka: Kafka;
  readonly config: KafkaConfig;
  readonly producer: Producer;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: Health;
  readonly metrics: MessagingMetrics;
  readonly watch: GroupWatch;
}

/** A fetched batch and the state of its partition. */
export interface PartitionBatch {
  readonly fetched: FetchedBatch;
  readonly watermark: Watermark;
  /**
   * True when this member may no longer move its offsets. A batch runs on while the group rejoins: to move the position then would skip messages without
   * a verdict.
   */
  readonly isLost: () => boolean;
}
