import type { Consumer as KafkajsConsumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Commit, Consumer, ConsumerListener, ConsumerOptions, FetchedBatch, KafkaRecord } from '../kafka.js';
import { readWithinBounds } from '../kafkajs-patches/fetch-answers.js';
import { surviveFailedJoins } from '../kafkajs-patches/failed-joins.js';

/** The requests whose answers tell how fresh the membership is. */
const MEMBERSHIP_REQUESTS = new Set(['Heartbeat', 'SyncGroup']);

/** A consumer of kafkajs that neither commits nor moves its positions by itself. */
export class ConsumerClient implements Consumer {
  private readonly consumer: KafkajsConsumer;
  /** How long the latest answer about the membership took, ms. */
  private answerMs = 0;

  constructor(kafka: Kafka, { group, sessionMs, heartbeatMs, rebalanceMs, fetch, retry }: ConsumerOptions, listener: ConsumerListener) {
    readWithinBounds();
    surviveFailedJoins();
    this.consumer = kafka.consumer({
      groupId: group,
      sessionTimeout: sessionMs,
      heartbeatInterval: heartbeatMs,
      rebalanceTimeout: rebalanceMs,
      allowAutoTopicCreation: false, // a topic that the broker creates has the broker's defaults
      maxWaitTimeInMs: fetch.maxWaitMs,
      maxBytesPerPartition: fetch.maxBytesPerPartition,
      maxBytes: fetch.maxBytes,
      ...(retry && { retry: { retries: retry.retries, initialRetryTime: retry.firstPauseMs, maxRetryTime: retry.longestPauseMs } }),
    });
    this.listenToMembership(listener);
    this.listenToFetches(listener);
  }

  connect(): Promise<void> {
    return this.consumer.connect();
  }

  /** With `fromBeginning: false`, an offset that is out of range would make kafkajs skip to the end of the partition. */
  subscribe(topics: readonly string[]): Promise<void> {
    return this.consumer.subscribe({ topics: [...topics], fromBeginning: true });
  }

  run(concurrency: number, take: (batch: FetchedBatch) => Promise<void>): Promise<void> {
    return this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: (payload) => take(new Batch(payload)),
    });
  }

  readonly commit: Commit = (offsets) =>
    this.consumer.commitOffsets(offsets.map(({ topic, partition, offset }) => ({ topic, partition, offset })));

  stop(): Promise<void> {
    return this.consumer.stop();
  }

  disconnect(): Promise<void> {
    return this.consumer.disconnect();
  }

  private listenToMembership(listener: ConsumerListener): void {
    const { GROUP_JOIN, REBALANCING, HEARTBEAT, REQUEST, REQUEST_TIMEOUT, CRASH } = this.consumer.events;
    this.consumer.on(REQUEST, ({ payload: { apiName, duration } }) => {
      if (MEMBERSHIP_REQUESTS.has(apiName)) this.answerMs = duration;
    });
    this.consumer.on(REQUEST_TIMEOUT, () => listener.onRequestTimeout?.());
    this.consumer.on(HEARTBEAT, () => listener.onHeartbeat?.(this.answerMs));
    this.consumer.on(REBALANCING, () => listener.onRebalancing?.());
    this.consumer.on(GROUP_JOIN, ({ payload }) => listener.onJoined?.(payload.memberAssignment, this.answerMs));
    this.consumer.on(CRASH, ({ payload }) => listener.onCrashed?.(payload.error, payload.restart));
  }

  private listenToFetches(listener: ConsumerListener): void {
    const { FETCH_START, FETCH, START_BATCH_PROCESS } = this.consumer.events;
    this.consumer.on(FETCH_START, ({ payload }) => listener.onFetchStarted?.(payload.nodeId));
    this.consumer.on(FETCH, ({ payload }) => listener.onFetched?.(payload.nodeId));
    this.consumer.on(START_BATCH_PROCESS, ({ payload: { topic, partition, batchSize, lastOffset } }) => {
      if (batchSize === 0) listener.onSkipped?.({ topic, partition, offset: lastOffset });
    });
  }
}

/** Names kafkajs' calls anew. It copies no record. */
class Batch implements FetchedBatch {
  constructor(private readonly payload: EachBatchPayload) {}

  get topic(): string {
    return this.payload.batch.topic;
  }

  get partition(): number {
    return this.payload.batch.partition;
  }

  get records(): readonly KafkaRecord[] {
    return this.payload.batch.messages;
  }

  get lastOffset(): string {
    return this.payload.batch.lastOffset();
  }

  get high(): string {
    return this.payload.batch.highWatermark;
  }

  isCurrent(): boolean {
    return this.payload.isRunning() && !this.payload.isStale();
  }

  heartbeat(): Promise<void> {
    return this.payload.heartbeat();
  }

  moveBehind(offset: string): void {
    this.payload.resolveOffset(offset);
  }

  /**
   * `consumer.commitOffsets` would try for half a minute, always with the coordinator that it knew when it joined. After that broker's restart every
   * try fails until the consumer joins again, which only a heartbeat leads to. A try that succeeds late would commit old offsets, for partitions that
   * another member may have by then.
   */
  readonly commit: Commit = (offsets) => {
    const topics = offsets.map(({ topic, partition, offset }) => ({ topic, partitions: [{ partition, offset }] }));
    return this.payload.commitOffsetsIfNecessary({ topics });
  };

  pause(): () => void {
    return this.payload.pause();
  }
}
