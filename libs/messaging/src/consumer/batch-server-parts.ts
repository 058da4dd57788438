import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { Clock } from '#libs/config';
import type { TopicName } from '#libs/contracts';
import type { Health, Logger } from '#libs/observability';
import type { GroupWatch } from '../health/group-watch.job.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from '../health/messaging-metrics.provider.js';
import type { Producer } from '../producer/producer.client.js';
import type { Watermark } from './watermark.js';

/** The partitions that the group has given to this member. */
export interface Assignment {
  /**
   * Whether they certainly still belong to this member: a process that was suspended, or that lost its broker, learns late that other members have
   * them.
   */
  readonly isSure: () => boolean;
  readonly partitionsOf: (topic: TopicName) => readonly number[];
}

/** What a handler has left in its partitions (verdict `leave`), and when to read it again. Its consumer has one topic. */
export interface LeftMessages {
  /** The lowest offset of the partition that was left; undefined = none. No offset behind it is committed. */
  lowest(partition: number): number | undefined;
  /** There may be room: begins to read the partition again. @returns from which offset; undefined = not now */
  begin(partition: number): number | undefined;
  /** Whether what is being read again still has room; false ends it. */
  goesOn(partition: number): boolean;
  /** What is being read again has come to its end: to the first message that no handler has seen. */
  caughtUp(partition: number): void;
}

/** Works on messages after its handler has answered, with promised verdicts. The consumer calls it when partitions come and go. */
export interface PartitionListener {
  /** The group reassigns its partitions: all messages without a verdict come again, here or elsewhere. */
  onPartitionsRevoked(): void;
  /** Partitions are assigned; their messages come from the committed offset on. */
  onPartitionsAssigned(assignment: Assignment): void;
  /** Where its handler leaves messages: what it has left. */
  readonly left?: LeftMessages;
}

/** The options of a consumer. */
export interface BatchServerOptions {
  /** The symbol its handlers name in @BatchPattern. */
  readonly consumer: symbol;
  /** Consumer group, without the prefix. */
  readonly group: string;
  /** Most messages handed to a handler at once. */
  readonly maxBatch: number;
  /** Most batches that are handled at the same time. */
  readonly concurrency: number;
  /** True = a batch may hold messages of several partitions; otherwise it is always of one. */
  readonly isMixed?: boolean;
  /** True = its handlers hold messages back (`hold`), so that fetches bring little and wait shortly. */
  readonly pausesPartitions?: boolean;
  /** Told when partitions go and come. */
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

/** What one fetch brought of one partition. */
export interface PartitionBatch {
  readonly payload: EachBatchPayload;
  readonly watermark: Watermark;
  /**
   * True when this member may no longer move its offsets. kafkajs lets a batch run on while the group rejoins: resolving its offsets
   * then would move the new fetch position past messages without a verdict.
   */
  readonly isLost: () => boolean;
}
