// in: the topics of one consumer group, in batches; out: verdicts turned into dead letters and committed offsets
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Consumer } from 'kafkajs';
import { backOff, retryWithBackOff, within } from '#libs/config';
import type { TopicName } from '#libs/contracts';
import { errorFields } from '#libs/observability';
import type { BatchServerOptions, BatchServerParts } from './batch-server-parts.js';
import { ConsumerRunner } from './consumer-runner.js';
import { Crashes } from './crashes.js';
import { isTopicMissing } from './failure.js';
import { Fetches, fetchLimits } from './fetches.js';
import { Membership } from './membership.js';
import { type CommitOnce, OffsetCommits } from './offset-commits.js';
import { Watchdog } from './watchdog.js';

/** The answer to a heartbeat says that members have come or gone. All members wait for the last one to hear it. */
const LONGEST_HEARTBEAT_MS = 500;
/** A session has room for three heartbeats: one that is late does not end it. */
const HEARTBEATS_PER_SESSION = 3;
const REBALANCE_TIMEOUT_MS = 30_000;
/** Off the way of the messages: what was finished since comes again after a crash, and is known again by its ids. */
const COMMIT_INTERVAL_MS = 250;
/** The watchdog looks this often. */
const WATCHDOG_INTERVAL_MS = 1_000;
/** Bringing a stop to a good end with the broker: what remains is the group's to notice. */
const LEAVE_MS = 4_000;
/** Their answers say how fresh the membership is. */
const MEMBERSHIP_REQUESTS = new Set(['Heartbeat', 'SyncGroup']);
/** A Nest transport over one kafkajs consumer that hands out batches and commits by low watermark. */
export class KafkaBatchServer extends Server implements CustomTransportStrategy {
  override readonly transportId: symbol;
  override readonly propagatesEventHandlerErrors = true;
  private readonly consumer: Consumer;
  private readonly commits: OffsetCommits;
  private readonly runner: ConsumerRunner;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly membership: Membership;
  private readonly fetches = new Fetches();
  /** How long the latest answer about the membership was waited for, ms. */
  private answerMs = 0;
  private stopping = false;
  private closing: Promise<void> | undefined;
  private rejoining: Promise<void> = Promise.resolve();
  private readonly crashes = new Crashes();
  private readonly watchdog: Watchdog;

  constructor(
    private readonly options: BatchServerOptions,
    private readonly parts: BatchServerParts,
  ) {
    super();
    this.transportId = options.consumer;
    const sessionMs = parts.config.kafkaSessionTimeoutMs;
    const heartbeatMs = Math.min(LONGEST_HEARTBEAT_MS, Math.floor(sessionMs / HEARTBEATS_PER_SESSION));
    this.consumer = parts.kafka.consumer({
      groupId: parts.config.topicPrefix + options.group,
      sessionTimeout: sessionMs,
      heartbeatInterval: heartbeatMs,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      allowAutoTopicCreation: false, // a topic made by the broker would have its defaults
      ...fetchLimits(options),
      retry: { initialRetryTime: 200, maxRetryTime: 5_000, retries: 10, restartOnFailure: () => Promise.resolve(true) },
    });
    this.commits = new OffsetCommits(parts.logger, (topic) => parts.watch.committed(topic));
    this.membership = new Membership({ sessionMs, stuckAfterMs: parts.config.stuckAfterMs }, parts.clock.steadyMs());
    const { membership, fetches, commits } = this;
    const handlerOf = (topic: TopicName) => this.messageHandlers.get(topic) ?? null;
    const own = { options, handlerOf, heartbeatMs, membership, fetches, commits, isStopping: () => this.stopping };
    this.runner = new ConsumerRunner({ ...parts, ...own });
    this.watchdog = new Watchdog(parts.clock, {
      stuckAfterMs: parts.config.stuckAfterMs,
      sessionMs,
      longestCallMs: () => this.runner.longestCallMs,
      membership: this.membership,
      onStuck: (why) => parts.health.fail(`consumer ${options.group}: ${why}`),
      onSetBack: (setBackMs) => this.scheduleRejoin({ setBackMs }),
    });
    parts.health.addReadiness(options.group, () => this.complaint());
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  /**
   * Ends fetching, lets the running batches finish, commits what is finished and leaves the group; without a broker it just ends.
   * Repeated calls share one end.
   */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopping = true;
    this.timers.forEach((timer) => clearInterval(timer));
    const isLeft = await within(LEAVE_MS, this.leave());
    if (!isLeft) this.parts.logger.warn('consumer.notLeft', { group: this.options.group });
  }

  private async leave(): Promise<void> {
    await this.commits.commit();
    await this.consumer.stop();
    this.revokePartitions();
    await this.consumer.disconnect();
  }

  on(): never {
    throw new Error('events of the consumer are its own matter');
  }

  unwrap<T>(): T {
    return this.consumer as T;
  }

  private async start(): Promise<void> {
    const { config, health, logger } = this.parts;
    this.listenToConsumer();
    const { isThere, onRetry } = health.waitsFor(`${this.options.group}.start`, logger);
    await retryWithBackOff(() => this.join(), { withinMs: config.startWithinMs ?? 0, onRetry, mayRetry: () => !this.stopping });
    isThere();
    this.timers.push(setInterval(() => void this.commits.commit(), COMMIT_INTERVAL_MS));
    this.timers.push(setInterval(() => this.runner.readLeft(), COMMIT_INTERVAL_MS));
    this.timers.push(setInterval(() => this.watchdog.look(), WATCHDOG_INTERVAL_MS));
  }

  private async join(): Promise<void> {
    if (this.stopping) return;
    await this.consumer.connect();
    const names = [...this.messageHandlers.keys()] as TopicName[];
    const topics = names.map((topic) => this.parts.config.topicPrefix + topic);
    this.parts.watch.add(this.options.group, names);
    // Without fromBeginning an offset out of range would jump to the end and skip everything between.
    await this.consumer.subscribe({ topics, fromBeginning: true }).catch((error: unknown) => {
      const help = isTopicMissing(error) ? ': create the topics with `npm run cli -- topics`' : '';
      throw new Error(`${topics.join(', ')} cannot be read: ${(error as Error).message}${help}`, { cause: error });
    });
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      // One worker per partition: a batch that waits for a worker during a rejoin would count as a batch of the new assignment and skip earlier messages.
      partitionsConsumedConcurrently: this.options.isMixed ? await this.parts.producer.partitionsOf(names) : this.options.concurrency,
      eachBatch: (payload) => this.runner.take(payload),
    });
  }

  private listenToConsumer(): void {
    const { GROUP_JOIN, REBALANCING, CRASH, FETCH_START, FETCH, START_BATCH_PROCESS, HEARTBEAT, REQUEST, REQUEST_TIMEOUT } =
      this.consumer.events;
    const nowMs = (): number => this.parts.clock.steadyMs();
    const alive = (): void => this.membership.alive(nowMs());
    this.consumer.on(FETCH_START, ({ payload: { nodeId } }) => this.fetches.started(nodeId, this.membership.generation));
    this.consumer.on(FETCH, ({ payload: { nodeId } }) => {
      alive();
      this.fetches.ended(nodeId, this.membership.generation);
    });
    this.consumer.on(START_BATCH_PROCESS, ({ payload }) => this.runner.passFiltered(payload, this.commitWithoutBatch));
    this.consumer.on(REQUEST_TIMEOUT, alive);
    this.consumer.on(REQUEST, ({ payload: { apiName, duration } }) => {
      if (MEMBERSHIP_REQUESTS.has(apiName)) this.answerMs = duration;
    });
    this.consumer.on(HEARTBEAT, () => this.membership.confirmed(nowMs(), this.answerMs));
    this.consumer.on(REBALANCING, () => this.revokePartitions());
    this.consumer.on(GROUP_JOIN, ({ payload }) => {
      this.membership.joined(nowMs(), this.answerMs);
      this.crashes.joined(nowMs());
      this.commits.forgetAll();
      this.options.partitionListener?.onPartitionsAssigned({
        isSure: () => this.membership.isSure(nowMs()),
        partitionsOf: (topic) => payload.memberAssignment[this.parts.config.topicPrefix + topic] ?? [],
      });
      this.parts.watch.joined(this.options.group, payload.memberAssignment);
      this.parts.logger.info('consumer.joined', { group: payload.groupId, assignment: payload.memberAssignment });
    });
    this.consumer.on(CRASH, ({ payload }) => {
      alive();
      const crashes = this.crashes.crashed(nowMs());
      this.parts.watch.crashed(this.options.group);
      this.revokePartitions();
      this.parts.logger.error('consumer.crashed', { group: payload.groupId, restarts: payload.restart, ...errorFields(payload.error) });
      // kafkajs gives up for good where a coordinator is not found for a while. A fault that lasts is the watchdog's to end.
      if (!payload.restart) this.scheduleRejoin({ crashed: payload.error.message }, crashes);
    });
  }

  /** Commits offsets for a membership that no batch has come to yet. */
  private readonly commitWithoutBatch: CommitOnce = async (offsets) => {
    const due = offsets?.topics.flatMap(({ topic, partitions }) => partitions.map((each) => ({ topic, ...each })));
    await this.consumer.commitOffsets(due ?? []);
  };

  private revokePartitions(): void {
    this.membership.left();
    this.options.partitionListener?.onPartitionsRevoked();
    this.parts.watch.left(this.options.group);
  }

  private complaint(): string | undefined {
    const complaint = this.membership.complaint(this.parts.clock.steadyMs());
    if (complaint !== undefined) return complaint;
    const { trouble } = this.runner;
    return trouble && `batches fail: ${trouble}`;
  }

  /** Rejoins run one after the other: a crash during a rejoin schedules the next one. */
  private scheduleRejoin(why: object, failures = 0): void {
    this.rejoining = this.rejoining.then(() => this.rejoin(why, failures));
  }

  private async rejoin(why: object, failures: number): Promise<void> {
    const { config, health, logger } = this.parts;
    const { group } = this.options;
    logger.warn('consumer.rejoins', { group, ...why });
    this.revokePartitions();
    if (failures > 0) await backOff(failures);
    const onRetry = (reason: string): void => logger.warn('consumer.notRejoined', { group, reason });
    try {
      await this.consumer.disconnect();
      // The first request after it can meet the connection that is being closed.
      await retryWithBackOff(() => this.join(), { withinMs: config.stuckAfterMs, onRetry, mayRetry: () => !this.stopping });
    } catch (error) {
      if (!this.stopping) health.fail(`consumer ${group} cannot join again: ${(error as Error).message}`);
    }
  }
}
