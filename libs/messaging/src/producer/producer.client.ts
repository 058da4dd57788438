import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  type Admin,
  type IHeaders,
  type Kafka,
  type ICustomPartitioner,
  type Producer as KafkaProducer,
  type RecordMetadata,
} from 'kafkajs';
import { KIB, SECOND, retryWithBackOff, within } from '#libs/config';
import { chunkByBytes, groupBy } from './batches.js';
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
  readonly headers?: Readonly<IHeaders>;
}

interface PlacedMessage {
  /** Full name. */
  readonly topic: string;
  readonly partition: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: IHeaders;
}

/** Consecutive messages of one partition; never empty. */
type Chunk = readonly PlacedMessage[];

const ALL_IN_SYNC = -1;
const DISCONNECT_MS = SECOND;
/**
 * What a send has for one partition is one record batch: it stays below what a fetch asks of a partition (fetches.ts), or it would come only with one
 * in which its partition stands first, and far below the limit of the broker, which holds for the whole batch.
 */
const MAX_SEND_BYTES = 120 * KIB;

/** Publishes with acks = all: resolved means every message is written on every in-sync replica. */
@Injectable()
export class Producer implements OnApplicationShutdown {
  private readonly producer: KafkaProducer;
  private readonly admin: Admin;
  private readonly partitionCounts = new Map<string, Promise<number>>();
  /** Messages without a key are dealt out. */
  private keyless = 0;

  constructor(
    kafka: Kafka,
    private readonly config: KafkaConfig,
    private readonly metrics?: Pick<MessagingMetrics, 'publishSeconds' | 'publishFailures'>,
  ) {
    this.producer = kafka.producer({ createPartitioner: () => placedBefore, allowAutoTopicCreation: false });
    this.admin = kafka.admin();
  }

  /** @param onRetry called with the reason while a missing broker is waited for */
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

  /** A broker that does not answer is not waited for: whatever was to be published has been, or has failed. */
  async onApplicationShutdown(): Promise<void> {
    await within(DISCONNECT_MS, Promise.all([this.producer.disconnect(), this.admin.disconnect()]));
  }

  /** In the order given within each partition. @throws when any message could not be written: publish all of them again, ids make repeats harmless */
  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const counts = new Map<string, number>();
    for (const topic of new Set(messages.map((message) => this.fullName(message)))) counts.set(topic, await this.partitionCount(topic));
    const placed = messages.map((message) => this.place(message, counts));
    const topics = groupBy(placed, ({ topic }) => topic);
    const results = await Promise.allSettled([...topics.values()].map((group) => this.sendInOrder(group)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** All of these topics together, as they are now. @throws when no broker answers, which takes as long as kafkajs tries, or when one does not exist */
  async partitionsOf(topics: readonly string[]): Promise<number> {
    const counts = await Promise.all(topics.map((topic) => this.fetchPartitionCount(this.fullName({ topic }))));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The partitions of a topic as they are now; from then on, what is published goes to these. @throws like `partitionsOf` */
  countPartitions(topic: string): Promise<number> {
    const name = this.fullName({ topic });
    this.partitionCounts.delete(name);
    return this.partitionCount(name);
  }

  private fullName({ topic }: Pick<OutgoingMessage, 'topic'>): string {
    return this.config.topicPrefix + topic;
  }

  /** Bytes from here on: a string would be encoded twice, once to measure it. */
  private place({ topic, key, value, headers }: OutgoingMessage, counts: ReadonlyMap<string, number>): PlacedMessage {
    const fullName = this.fullName({ topic });
    const [keyBytes, count] = [toBytes(key), counts.get(fullName) ?? 1];
    const partition = keyBytes === null ? this.keyless++ % count : partitionOf(keyBytes, count);
    return { topic: fullName, partition, key: keyBytes, value: toBytes(value), ...(headers && { headers }) };
  }

  /** The partitions of a topic together, each in its order: what is too much for one send of a partition goes with the next. */
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

  /**
   * One request to each broker. kafkajs resolves it although records of a dead leader's partitions were never written (tulios/kafkajs#1303), and
   * only the returned metadata tells. @returns the chunks that no broker has confirmed
   */
  private async send(chunks: readonly Chunk[]): Promise<Chunk[]> {
    const { topic } = chunks[0]![0]!;
    const name = { topic: topic.slice(this.config.topicPrefix.length) };
    const stopTimer = this.metrics?.publishSeconds.startTimer(name);
    const written = await this.producer.send({ topic, acks: ALL_IN_SYNC, messages: chunks.flat() }).catch((error: unknown) => {
      this.metrics?.publishFailures.inc(name);
      throw error;
    });
    stopTimer?.();
    return chunks.filter(([first]) => !written.some((metadata) => isWritten(metadata, topic, first!.partition)));
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
    const { topics } = await this.admin.fetchTopicMetadata({ topics: [topic] }).catch((error: unknown) => {
      if (isTopicMissing(error)) return { topics: [] };
      throw error;
    });
    const count = topics.find(({ name }) => name === topic)?.partitions.length ?? 0;
    if (count === 0) throw new Error(`topic ${topic} does not exist: create the topics with \`npm run cli -- topics\``);
    return count;
  }
}

const placedBefore: ReturnType<ICustomPartitioner> = ({ message }) => message.partition ?? 0;

const isWritten = (metadata: RecordMetadata, topic: string, partition: number): boolean =>
  metadata.topicName === topic && metadata.partition === partition && metadata.errorCode === 0;
