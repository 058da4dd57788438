// in: the topics of one consumer group, in batches; out: verdicts turned into dead letters and committed offsets
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Clock } from '#libs/config';
import type { TopicName } from '#libs/contracts';
import { errorFields, type Health, type Logger } from '#libs/observability';
import { Abandoned, BatchHandling, type Verdicts } from './batch-handling.service.js';
import { type ConsumedMessage, toConsumed } from './consumed-message.js';
import { DeadLetters } from './dead-letters.publisher.js';
import { Gathering } from './gathering.service.js';
import type { GroupWatch } from './group-watch.ticker.js';
import type { KafkaConfig } from './kafka.config.js';
import type { MessagingMetrics } from './messaging-metrics.provider.js';
import { OffsetCommits } from './offset-commits.service.js';
import type { PartitionKeeper } from './partition-keeper.js';
import type { Producer } from './producer.client.js';
import type { Verdict } from './verdict.js';
import type { Watermark } from './watermark.js';

export interface BatchServerOptions {
  /** The symbol its handlers name in @BatchPattern. */
  readonly consumer: symbol;
  /** Consumer group, without the prefix. */
  readonly group: string;
  /** Most messages handed to a handler at once. */
  readonly maxBatch: number;
  /** Most batches that are handled at the same time. */
  readonly concurrency: number;
  /** Most bytes of one partition that are fetched ahead and lie in memory until they are handled; absent = 1 MiB. */
  readonly fetchBytes?: number;
  /** True = a batch may hold messages of several partitions; otherwise it is always of one. */
  readonly isMixed?: boolean;
  /** Told when partitions go and come. */
  readonly keeper?: PartitionKeeper | undefined;
}

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

/** A member that was killed holds its partitions until its session ends: short, but longer than any pause of a healthy process. */
const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 1_500;
const REBALANCE_TIMEOUT_MS = 30_000;
/** Longest wait of a fetch for new messages; with all partitions paused kafkajs sleeps this long. */
const MAX_WAIT_MS = 250;
/** Off the way of the messages: what was finished since comes again after a crash, and is known again by its ids. */
const COMMIT_INTERVAL_MS = 250;
/** Workers that only wait for a gathered batch cost nothing: enough for all partitions of a fetch to come together. */
const MIXED_PARTITIONS = 200;
/** The watchdog looks at least this often; more often when it is told to bite earlier. */
const WATCHDOG_INTERVAL_MS = 5_000;
/** Held messages that come due within this are taken together: one fetch for many instead of one for each. */
const SHORTEST_HOLD_MS = 100;
/** A hold is looked at again at least this often, so that a clock set forward is noticed. */
const LONGEST_HOLD_MS = 60_000;

interface PartitionBatch {
  readonly payload: EachBatchPayload;
  readonly watermark: Watermark;
  /**
   * True when its offsets are no longer ours to move. kafkajs lets a batch run on while the group rejoins: resolving its offsets
   * then would move the new fetch position past messages that nobody has handled.
   */
  readonly isLost: () => boolean;
}

/** A Nest transport over one kafkajs consumer that hands out batches and commits by low watermark. */
export class KafkaBatchServer extends Server implements CustomTransportStrategy {
  override readonly transportId: symbol;
  override readonly propagatesEventHandlerErrors = true;
  private readonly consumer: Consumer;
  private readonly commits: OffsetCommits;
  private readonly deadLetters: DeadLetters;
  private readonly handlings = new Map<string, BatchHandling>();
  private readonly gatherings = new Map<string, Gathering>();
  private readonly timers: NodeJS.Timeout[] = [];
  private joined = false;
  /** Raised when partitions go and when they come. */
  private tenure = 0;
  private stopping = false;
  private lastSignMs: number;

  constructor(
    private readonly options: BatchServerOptions,
    private readonly parts: BatchServerParts,
  ) {
    super();
    this.transportId = options.consumer;
    this.consumer = parts.kafka.consumer({
      groupId: parts.config.topicPrefix + options.group,
      sessionTimeout: SESSION_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: MAX_WAIT_MS,
      ...(options.fetchBytes !== undefined && { maxBytesPerPartition: options.fetchBytes }),
      retry: { initialRetryTime: 200, maxRetryTime: 5_000, retries: 10, restartOnFailure: () => Promise.resolve(true) },
    });
    this.commits = new OffsetCommits(parts.logger, (topic) => parts.watch.committed(topic));
    this.deadLetters = new DeadLetters(parts);
    this.lastSignMs = parts.clock.nowMs();
    parts.health.addReadiness(options.group, () => this.complaint());
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  /** Ends fetching, lets the running batches finish, commits what is finished and leaves the group. */
  async close(): Promise<void> {
    this.stopping = true;
    this.timers.forEach((timer) => clearInterval(timer));
    await this.commits.commit();
    await this.consumer.stop();
    await this.consumer.disconnect();
  }

  on(): never {
    throw new Error('events of the consumer are its own matter');
  }

  unwrap<T>(): T {
    return this.consumer as T;
  }

  private async start(): Promise<void> {
    this.listenToConsumer();
    await this.consumer.connect();
    const names = [...this.messageHandlers.keys()] as TopicName[];
    const topics = names.map((topic) => this.parts.config.topicPrefix + topic);
    this.parts.watch.add(this.options.group, names);
    // Without fromBeginning an offset out of range would jump to the end and skip everything between.
    await this.consumer.subscribe({ topics, fromBeginning: true });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: this.options.isMixed ? MIXED_PARTITIONS : this.options.concurrency,
      eachBatch: (payload) => this.onBatch(payload),
    });
    this.timers.push(setInterval(() => void this.commits.commit(), COMMIT_INTERVAL_MS));
    this.timers.push(setInterval(() => this.watch(), Math.min(WATCHDOG_INTERVAL_MS, this.parts.config.stuckAfterMs)));
  }

  private listenToConsumer(): void {
    const { GROUP_JOIN, REBALANCING, CRASH, FETCH, HEARTBEAT } = this.consumer.events;
    const sign = (): void => void (this.lastSignMs = this.parts.clock.nowMs());
    this.consumer.on(FETCH, sign);
    this.consumer.on(HEARTBEAT, sign);
    this.consumer.on(REBALANCING, () => {
      this.joined = false;
      this.tenure += 1;
      this.options.keeper?.letGo();
      this.parts.watch.left(this.options.group);
    });
    this.consumer.on(GROUP_JOIN, ({ payload }) => {
      sign();
      this.joined = true;
      this.tenure += 1;
      this.commits.forgetAll();
      this.options.keeper?.joined();
      this.parts.watch.joined(this.options.group, payload.memberAssignment);
      this.parts.logger.info('consumer.joined', { group: payload.groupId, assignment: payload.memberAssignment });
    });
    this.consumer.on(CRASH, ({ payload }) => {
      this.joined = false;
      this.parts.watch.crashed(this.options.group);
      this.parts.logger.error('consumer.crashed', { group: payload.groupId, restarts: payload.restart, ...errorFields(payload.error) });
      if (!payload.restart) this.parts.health.fail(`consumer ${this.options.group} ended: ${payload.error.message}`);
    });
  }

  private async onBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const topic = batch.topic.slice(this.parts.config.topicPrefix.length) as TopicName;
    // Taken before the work: after a rejoin it is forgotten, and what finishes late commits nothing.
    const watermark = this.commits.watermark(batch.topic, batch.partition);
    this.commits.use((offsets) => payload.commitOffsetsIfNecessary(offsets));
    const messages = batch.messages.map((message) => toConsumed(topic, batch.partition, message));
    const { tenure } = this;
    const isLost = (): boolean => this.tenure !== tenure;
    for (let start = 0; start < messages.length; start += this.options.maxBatch) {
      if (isLost() || this.isAbandoned(payload)) return;
      const isHeld = await this.takeSlice({ payload, watermark, isLost }, messages.slice(start, start + this.options.maxBatch));
      if (isHeld) return;
      await payload.heartbeat();
    }
  }

  private isAbandoned(payload: EachBatchPayload): boolean {
    return this.stopping || !payload.isRunning() || payload.isStale();
  }

  /** @returns true when the rest of the partition is held back, or no longer ours */
  private async takeSlice(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<boolean> {
    const { payload, watermark } = batch;
    const verdicts = await this.verdictsOf(batch, messages);
    if (verdicts === undefined) return true;
    for (const [index, message] of messages.entries()) {
      const verdict = verdicts[index]!;
      if (!(verdict instanceof Promise) && verdict.kind === 'hold') {
        this.holdPartition(payload, verdict.untilMs);
        return true;
      }
      watermark.start(message.offset);
      payload.resolveOffset(message.offset);
      if (verdict instanceof Promise) this.finishLater(verdict, message, watermark);
      else watermark.finish(message.offset);
    }
    if (this.stopping) await this.commits.commit(); // the last chance: the ticker has ended
    return false;
  }

  /** Verdicts with what was parked already written to its dead-letter topic; none when the batch was given up. Heartbeats go on meanwhile. */
  private async verdictsOf(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<Verdicts | undefined> {
    const handling = this.handlingOf(messages[0]!.topic);
    let isLost = false; // the group has gone on without us: what we hold comes again, to us or to another
    const isAbandoned = (): boolean => isLost || batch.isLost() || this.isAbandoned(batch.payload);
    const beat = setInterval(() => void batch.payload.heartbeat().catch(() => (isLost = true)), HEARTBEAT_MS);
    try {
      const verdicts = await this.gatheringOf(messages[0]!.topic, handling).verdicts(messages, isAbandoned);
      await handling.untilItWorks(() => this.deadLetters.publishParked(messages, verdicts), isAbandoned);
      return batch.isLost() ? undefined : verdicts;
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      return undefined;
    } finally {
      clearInterval(beat);
    }
  }

  private handlingOf(topic: TopicName): BatchHandling {
    const known =
      this.handlings.get(topic) ?? new BatchHandling((messages) => this.callHandler(messages), this.parts.clock, this.parts.logger);
    this.handlings.set(topic, known);
    return known;
  }

  private gatheringOf(topic: TopicName, handling: BatchHandling): Pick<Gathering, 'verdicts'> {
    if (!this.options.isMixed) return handling;
    const known =
      this.gatherings.get(topic) ?? new Gathering((messages, isAbandoned) => handling.verdicts(messages, isAbandoned), this.options);
    this.gatherings.set(topic, known);
    return known;
  }

  private async callHandler(messages: readonly ConsumedMessage[]): Promise<Verdicts> {
    const handler = this.getHandlerByPattern(messages[0]!.topic);
    if (!handler) throw new TypeError(`nobody handles ${messages[0]!.topic}`);
    const stopTimer = this.parts.metrics.batchSeconds.startTimer({ topic: messages[0]!.topic });
    const answer: unknown = await handler(messages);
    const verdicts = (isObservable(answer) ? await lastValueFrom(answer) : answer) as Verdicts;
    this.parts.metrics.messages.inc({ topic: messages[0]!.topic }, messages.length);
    this.parts.metrics.batchMessages.observe({ topic: messages[0]!.topic }, messages.length);
    stopTimer();
    return verdicts;
  }

  private finishLater(verdict: Promise<Verdict>, message: ConsumedMessage, watermark: Watermark): void {
    verdict
      .then(async (settled) => {
        if (settled.kind === 'park') await this.deadLetters.publish([{ message, verdict: settled }]);
        watermark.finish(message.offset);
      })
      .catch((error: unknown) => this.parts.health.fail(`${message.topic} ${message.offset}: ${(error as Error).message}`));
  }

  /** Pauses the partition and goes on polling the others: a handler never sleeps. */
  private holdPartition(payload: EachBatchPayload, untilMs: number): void {
    const resume = payload.pause();
    const waitMs = Math.min(Math.max(untilMs - this.parts.clock.nowMs(), SHORTEST_HOLD_MS), LONGEST_HOLD_MS);
    setTimeout(() => this.stopping || resume(), waitMs);
  }

  private complaint(): string | undefined {
    if (!this.joined) return 'has not joined its consumer group';
    const trouble = [...this.handlings.values()].find((handling) => handling.trouble !== undefined)?.trouble;
    return trouble && `batches fail: ${trouble}`;
  }

  /** A handler that never answers, or a client that went silent, is noticed by nobody else. */
  private watch(): void {
    const { stuckAfterMs } = this.parts.config;
    const longestCallMs = Math.max(0, ...[...this.handlings.values()].map((handling) => handling.longestCallMs));
    if (longestCallMs > stuckAfterMs)
      this.parts.health.fail(`consumer ${this.options.group}: a batch makes no progress for ${longestCallMs} ms`);
    const silentMs = this.parts.clock.nowMs() - this.lastSignMs;
    if (silentMs > stuckAfterMs) this.parts.health.fail(`consumer ${this.options.group}: no sign of the broker for ${silentMs} ms`);
  }
}
