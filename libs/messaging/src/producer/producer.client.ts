import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KIB, SECOND, retryWithBackOff, within } from '#libs/config';
import { chunkByBytes, groupBy } from './batches.js';
import type { Admin, Kafka, PlacedRecord, RecordHeaders, RecordProducer } from '../kafka.js';
import type { KafkaConfig } from '../kafka.config.js';
import type { MessagingMetrics } from '../health/messaging-metrics.provider.js';
import { isTopicMissing } from '../consumer/failure.js';
import { partitionOf } from './partition-of.js';
import { toBytes } from '../codec/batch-writer.js';

export interface OutgoingMessage {
  /** Without the prefix. */
  readonly topic: string;
  readonly key: string | Buffer | null;
  readonly value: string | Buffer | null;
  readonly headers?: RecordHeaders | undefined;
}

interface PlacedMessage extends PlacedRecord {
  /** Full name. */
  readonly topic: string;
}

/** Consecutive messages of one partition. A chunk is never empty. */
type Chunk = readonly PlacedMessage[];

const DISCONNECT_MS = SECOND;
/**
 * A send writes one record batch to each partition. The batch stays below the bytes that a fetch asks of a partition (fetches.ts), because a larger batch
 * comes only with a fetch in which its partition is first. It also stays far below the broker's limit for a batch.
 */
const MAX_SEND_BYTES = 120 * KIB;

/** Publishes with acks = all: when `publish` resolves, every in-sync replica has written every message. */
@Injectable()
export class Producer implements OnApplicationShutdown {
  private readonly producer: RecordProducer;
  private readonly admin: Admin;
  private readonly partitionCounts = new Map<string, Promise<number>>();
  /** Messages without a key go to the partitions in turn. */
  private keyless = 0;

  constructor(
    kafka: Kafka,
    private readonly config: KafkaConfig,
    private readonly metrics?: Pick<MessagingMetrics, 'publishSeconds' | 'publishFailures'>,
  ) {
    this.producer = kafka.producer();
    this.admin = kafka.admin();
  }

  /** @param onRetry called with the reason while the producer waits for a missing broker */
  async connect(onRetry?: (reason: string) => void): Promise<void> {
    const { kafkaBrokers, startWithinMs = 0 } = this.config;
    const attempt = (): Promise<unknown> =>
      Promise.all([this.producer.connect(), this.admin.connect()]).catch((error: unknown) => {
        const reason = (error as Error).message;
        throw new Error(
          `the Kafka cluster at ${kafkaBrokers.join(',')} cannot be used: ${reason}. Start it there, or correct KAFKA_BROKERS`,
          {
            cause: error,
          },
        );
      });
    await retryWithBackOff(attempt, { withinMs: startWithinMs, ...(onRetry && { onRetry }) });
  }

  /** It does not wait for a broker that does not answer: every publish has succeeded or failed by now. */
  async onApplicationShutdown(): Promise<void> {
    await within(DISCONNECT_MS, Promise.all([this.producer.disconnect(), this.admin.disconnect()]));
  }

  /** Keeps the given order within each partition. @throws when any message could not be written: publish all again, because ids make repeats harmless */
  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const counts = new Map<string, number>();
    for (const topic of new Set(messages.map((message) => this.fullName(message)))) counts.set(topic, await this.partitionCount(topic));
    const placed = messages.map((message) => this.place(message, counts));
    const topics = groupBy(placed, ({ topic }) => topic);
    const results = await Promise.allSettled([...topics.values()].map((group) => this.sendInOrder(group)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Counts the partitions of all these topics as they are now. @throws when a topic does not exist, or when no broker has answered after all retries */
  async partitionsOf(topics: readonly string[]): Promise<number> {
    const counts = await Promise.all(topics.map((topic) => this.fetchPartitionCount(this.fullName({ topic }))));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Counts the partitions of a topic as they are now. Later messages go to these partitions. @throws like `partitionsOf` */
  countPartitions(topic: string): Promise<number> {
    const name = this.fullName({ topic });
    this.partitionCounts.delete(name);
    return this.partitionCount(name);
  }

  private fullName({ topic }: Pick<OutgoingMessage, 'topic'>): string {
    return this.config.topicPrefix + topic;
  }

  /** Texts become bytes here, because a text would be encoded twice, once to measure it. */
  private place({ topic, key, value, headers }: OutgoingMessage, counts: ReadonlyMap<string, number>): PlacedMessage {
    const fullName = this.fullName({ topic });
    const [keyBytes, count] = [toBytes(key), counts.get(fullName) ?? 1];
    const partition = keyBytes === null ? this.keyless++ % count : partitionOf(keyBytes, count);
    return { topic: fullName, partition, key: keyBytes, value: toBytes(value), ...(headers && { headers }) };
  }

  /** Sends to all partitions of a topic together, in the order of each. Messages beyond the limit of a partition go with the next send. */
  private async sendInOrder(messages: readonly PlacedMessage[]): Promise<void> {
    const chunks = [...groupBy(messages, ({ partition }) => String(partition)).values()].map((group) =>
      chunkByBytes(group, MAX_SEND_BYTES),
    );
    const sends = Math.max(...chunks.map(({ length }) => length));
    for (let index = 0; index < sends; index++) {
      const unwritten = await this.send(chunks.flatMap((ofPartition) => ofPartition.slice(index, index + 1)));
      await Promise.all(unwritten.map((chunk) => this.sendAlone(chunk)));
    }
  }

  /** @returns the chunks that no broker has confirmed */
  private async send(chunks: readonly Chunk[]): Promise<Chunk[]> {
    const { topic } = chunks[0]![0]!;
    const name = { topic: topic.slice(this.config.topicPrefix.length) };
    const stopTimer = this.metrics?.publishSeconds.startTimer(name);
    const written = await this.producer.write(topic, chunks.flat()).catch((error: unknown) => {
      this.metrics?.publishFailures.inc(name);
      throw error;
    });
    stopTimer?.();
    return chunks.filter(([first]) => !written.some(({ partition }) => partition === first!.partition));
  }

  private async sendAlone(chunk: Chunk): Promise<void> {
    const unwritten = await this.send([chunk]);
    const { topic, partition } = chunk[0]!;
    if (unwritten.length > 0) throw new Error(`the broker did not confirm ${chunk.length} messages for ${topic}[${partition}]`);
  }

  private partitionCount(topic: string): Promise<number> {
    const known = this.partitionCounts.get(topic);
    if (known) return known;
    const count = this.fetchPartitionCount(topic);
    this.partitionCounts.set(topic, count);
    count.catch(() => this.partitionCounts.delete(topic));
    return count;
  }

  private async fetchPartitionCount(topic: string): Promise<number> {
    const topics = await this.admin.describeTopics([topic]).catch((error: unknown) => {
      if (isTopicMissing(error)) return [];
      throw error;
    });
    const count = topics.find(({ name }) => name === topic)?.partitions.length ?? 0;
    if (count === 0) throw new Error(`topic ${topic} does not exist: create the topics with \`npm run cli -- topics\``);
    return count;
  }
}
