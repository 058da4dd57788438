// in: the topics of one consumer group, in batches; out: verdicts turned into dead letters and committed offsets
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { backOff, retryWithBackOff, within } from '#libs/config';
import type { TopicName } from '#libs/contracts';
import { errorFields } from '#libs/observability';
import type { Consumer, ConsumerListener } from '../kafka.js';
import type { BatchServerOptions, BatchServerParts } from './batch-server-parts.js';
import { ConsumerRunner } from './consumer-runner.js';
import { Crashes } from './crashes.js';
import { isTopicMissing } from './failure.js';
import { Fetches, fetchLimits } from './fetches.js';
import { Membership } from './membership.js';
import { OffsetCommits } from './offset-commits.js';
import { Watchdog } from './watchdog.js';

/** The answer to a heartbeat tells that the group rebalances, and all members wait for the last member to learn it. */
const LONGEST_HEARTBEAT_MS = 500;
/** A late heartbeat does not end the session. */
const HEARTBEATS_PER_SESSION = 3;
const REBALANCE_TIMEOUT_MS = 30_000;
const RETRY = { retries: 10, firstPauseMs: 200, longestPauseMs: 5_000 };
/** Messages do not wait for commits. Messages that were finished since the last commit come again after a crash, and their ids make them known. */
const COMMIT_INTERVAL_MS = 250;
const WATCHDOG_INTERVAL_MS = 1_000;
/** How long a stop may wait for the broker. After that the group has to notice it. */
const LEAVE_MS = 4_000;

/** A Nest transport over one consumer. It hands out batches and commits the lowest unfinished offset of each partition. */
export class KafkaBatchServer extends Server implements CustomTransportStrategy {
  override readonly transportId: symbol;
  override readonly propagatesEventHandlerErrors = true;
  private readonly consumer: Consumer;
  private readonly commits: OffsetCommits;
  private readonly runner: ConsumerRunner;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly membership: Membership;
  private readonly fetches = new Fetches();
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
    this.commits = new OffsetCommits(parts.logger, (topic) => parts.watch.committed(topic));
    this.membership = new Membership({ sessionMs, stuckAfterMs: parts.config.stuckAfterMs }, parts.clock.steadyMs());
    const [group, rebalanceMs, fetch] = [this.groupName, REBALANCE_TIMEOUT_MS, fetchLimits(options)];
    this.consumer = parts.kafka.consumer({ group, sessionMs, heartbeatMs, rebalanceMs, fetch, retry: RETRY }, this.listener());
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

  private get groupName(): string {
    return this.parts.config.topicPrefix + this.options.group;
  }

  listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  /**
   * Ends fetching, lets the running batches finish, commits and leaves the group. It does not wait for a missing broker for long. Repeated calls share one
   * end.
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
    throw new Error('the consumer of a batch server has no events');
  }

  unwrap<T>(): T {
    return this.consumer as T;
  }

  private async start(): Promise<void> {
    const { config, health, logger } = this.parts;
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
    await this.consumer.subscribe(topics).catch((error: unknown) => {
      const help = isTopicMissing(error) ? ': create the topics with `npm run cli -- topics`' : '';
      throw new Error(`${topics.join(', ')} cannot be read: ${(error as Error).message}${help}`, { cause: error });
    });
    // One worker per partition: a batch that waits for a worker during a rejoin would count as a batch of the new assignment and skip earlier messages.
    const workers = this.options.isMixed ? await this.parts.producer.partitionsOf(names) : this.options.concurrency;
    await this.consumer.run(workers, (fetched) => this.runner.take(fetched));
  }

  private listener(): ConsumerListener {
    const { parts, membership, fetches } = this;
    const nowMs = (): number => parts.clock.steadyMs();
    const alive = (): void => membership.alive(nowMs());
    return {
      onFetchStarted: (broker) => fetches.started(broker, membership.generation),
      onFetched: (broker) => {
        alive();
        fetches.ended(broker, membership.generation);
      },
      onSkipped: (last) => this.runner.passSkipped(last, this.consumer.commit),
      onRequestTimeout: alive,
      onHeartbeat: (tookMs) => membership.confirmed(nowMs(), tookMs),
      onRebalancing: () => this.revokePartitions(),
      onJoined: (assigned, tookMs) => {
        membership.joined(nowMs(), tookMs);
        this.crashes.joined(nowMs());
        this.assignPartitions(assigned);
      },
      onCrashed: (error, restarts) => {
        alive();
        this.crashed(error, restarts);
      },
    };
  }

  private assignPartitions(assigned: Readonly<Record<string, readonly number[]>>): void {
    const { clock, config, watch, logger } = this.parts;
    this.commits.forgetAll();
    this.options.partitionListener?.onPartitionsAssigned({
      isSure: () => this.membership.isSure(clock.steadyMs()),
      partitionsOf: (topic) => assigned[config.topicPrefix + topic] ?? [],
    });
    watch.joined(this.options.group, assigned);
    logger.info('consumer.joined', { group: this.groupName, assignment: assigned });
  }

  private crashed(error: Error, restarts: boolean): void {
    const { clock, watch, logger } = this.parts;
    const crashes = this.crashes.crashed(clock.steadyMs());
    watch.crashed(this.options.group);
    this.revokePartitions();
    logger.error('consumer.crashed', { group: this.groupName, restarts, ...errorFields(error) });
    // kafkajs gives up for good when it finds no coordinator for a while. The watchdog ends the app when a fault lasts.
    if (!restarts) this.scheduleRejoin({ crashed: error.message }, crashes);
  }

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

  /** Rejoins run one after the other: a crash during a rejoin schedules the next rejoin. */
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
      // The first request after a disconnect can meet the closing connection.
      await retryWithBackOff(() => this.join(), { withinMs: config.stuckAfterMs, onRetry, mayRetry: () => !this.stopping });
    } catch (error) {
      if (!this.stopping) health.fail(`consumer ${group} cannot join again: ${(error as Error).message}`);
    }
  }
}
