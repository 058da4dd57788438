import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { TopicName } from '#libs/contracts';
import type { BatchServerOptions, BatchServerParts, PartitionBatch } from './batch-server-parts.js';
import { type ConsumedMessage, toConsumed, withOwnBytes } from './consumed-message.js';
import { DeadLetters } from '../dead-letters/dead-letters.publisher.js';
import type { Commit, FetchedBatch, PartitionOffset } from '../kafka.js';
import type { Fetches } from './fetches.js';
import { Abandoned, HandlerCalls, type Verdicts } from './handler-calls.js';
import type { Membership } from './membership.js';
import type { OffsetCommits } from './offset-commits.js';
import { type Slice, SliceBatcher } from './slice-batcher.js';
import { LeftReader } from './left-reader.js';
import { isHold, isLeave, leave, deadLetter, type Verdict } from './verdict.js';
import { UNREAD_BATCH } from '../codec/unread-batch.js';
import type { Watermark } from './watermark.js';

/** The shortest hold. Held messages that come due within this time share one fetch. */
const SHORTEST_HOLD_MS = 100;
/** The longest hold before its message is read again, so that a clock that was set forward is noticed. */
const LONGEST_HOLD_MS = 60_000;

/** The parts of a consumer runner. */
export interface RunnerParts extends BatchServerParts {
  readonly options: BatchServerOptions;
  /** The method that names the topic in @BatchPattern; null = no method does. */
  readonly handlerOf: (topic: TopicName) => MessageHandler | null;
  /** While a batch is handled, the member sends a heartbeat this often, ms. */
  readonly heartbeatMs: number;
  readonly membership: Pick<Membership, 'generation'>;
  readonly fetches: Pick<Fetches, 'areOutdated'>;
  readonly commits: OffsetCommits;
  readonly isStopping: () => boolean;
}

/** Runs one consumer group: a fetched batch → slices → verdicts of the handlers → dead letters → watermark, or a pause of the partition. */
export class ConsumerRunner {
  private readonly deadLetters: DeadLetters;
  private readonly calls: HandlerCalls;
  /** All topics share it, because they share the group's limit of concurrent calls. */
  private readonly batcher: SliceBatcher;
  private readonly left: LeftReader | undefined;

  constructor(private readonly parts: RunnerParts) {
    this.deadLetters = new DeadLetters(parts);
    this.calls = new HandlerCalls((messages) => this.callHandler(messages), parts.clock, parts.logger);
    this.batcher = new SliceBatcher((messages, isAbandoned) => this.calls.verdicts(messages, isAbandoned), parts.options);
    const { left } = parts.options.partitionListener ?? {};
    this.left = left && new LeftReader(left, parts.clock);
  }

  /** The failure that is retried for longest; readiness shows it. */
  get trouble(): string | undefined {
    return this.calls.trouble;
  }

  get longestCallMs(): number {
    return this.calls.longestCallMs;
  }

  /** Moves on behind records that reach no handler. @param commit commits for a membership that has had no batch */
  passSkipped(last: PartitionOffset, commit: Commit): void {
    if (!this.parts.fetches.areOutdated) this.parts.commits.passed(last, commit);
  }

  /** To be called a few times a second: left messages are read again although their partition gets nothing new. */
  readLeft(): void {
    this.left?.readIdle();
  }

  /** Handles a fetched batch, slice by slice. */
  async take(fetched: FetchedBatch): Promise<void> {
    if (this.parts.fetches.areOutdated) return;
    const { membership, commits, config, options } = this.parts;
    const topic = fetched.topic.slice(config.topicPrefix.length) as TopicName;
    // Taken before the work: a rejoin forgets this watermark, so messages that finish after the rejoin commit nothing.
    const watermark = commits.watermark(fetched.topic, fetched.partition);
    commits.use(fetched.commit);
    const { generation } = membership;
    const isLost = (): boolean => membership.generation !== generation;
    const batch = { fetched, watermark, isLost };
    const messages = this.messagesOf(topic, batch);
    for (let start = 0; start < messages.length; start += options.maxBatch) {
      if (isLost() || this.isAbandoned(fetched)) return;
      const isHeld = await this.takeSlice(batch, messages.slice(start, start + options.maxBatch));
      if (isHeld) return;
      await fetched.heartbeat();
    }
    this.left?.end(batch);
  }

  private messagesOf(topic: TopicName, batch: PartitionBatch): ConsumedMessage[] {
    const { fetched } = batch;
    if (!this.left) return fetched.records.map((record) => toConsumed(topic, fetched, record));
    const { records, isAgain } = this.left.take(batch);
    return records.map((record) => ({ ...toConsumed(topic, fetched, withOwnBytes(record)), isAgain }));
  }

  private isAbandoned(fetched: FetchedBatch): boolean {
    return this.parts.isStopping() || !fetched.isCurrent();
  }

  /** @returns true when the rest of the batch must not be handled: it is held back, or its partition belongs to another member */
  private async takeSlice(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<boolean> {
    const { fetched, watermark } = batch;
    const verdicts = await this.settleSlice(batch, messages);
    if (verdicts === undefined) return true;
    const held = verdicts.find(isHold);
    const taken = held ? messages.slice(0, verdicts.indexOf(held)) : messages;
    taken.forEach((message, index) => this.finish(message, verdicts[index]!, watermark));
    this.left?.keep(batch);
    if (taken.length > 0) this.pass(batch, taken.at(-1)!.offset);
    if (held) this.holdPartition(fetched, held.untilMs);
    else if (this.parts.isStopping()) await this.parts.commits.commit(); // the last chance, because the timer has ended
    return held !== undefined;
  }

  /**
   * Gets the verdicts of a slice and publishes the dead letters of rejected messages. It sends heartbeats meanwhile.
   * @returns undefined when the batch was given up
   */
  private async settleSlice(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<Verdicts | undefined> {
    let isLost = false; // the group continues without this member: these messages come again, here or at another member
    const isAbandoned = (): boolean => isLost || batch.isLost() || this.isAbandoned(batch.fetched);
    const beat = setInterval(() => void batch.fetched.heartbeat().catch(() => (isLost = true)), this.parts.heartbeatMs);
    try {
      const verdicts = await this.verdicts({ messages, isAbandoned, hasMore: messages.at(-1)!.unreadBehind! > 0 });
      await this.calls.untilItWorks(() => this.deadLetters.publishRejected(messages, verdicts), isAbandoned);
      return batch.isLost() ? undefined : verdicts;
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      return undefined;
    } finally {
      clearInterval(beat);
    }
  }

  /** Gets the verdicts of messages of one topic. Unread batches are rejected without a handler. @throws Abandoned when the slice is given up between two tries */
  async verdicts(slice: Slice): Promise<Verdicts> {
    if (slice.messages.every(({ unread }) => unread === undefined)) return this.handle(slice);
    const messages = slice.messages.filter(({ unread }) => unread === undefined);
    const handled = messages.length === 0 ? [] : await this.handle({ ...slice, messages });
    const rest = handled[Symbol.iterator]();
    return slice.messages.map((message) =>
      message.unread === undefined ? rest.next().value! : this.rejectUnread(message, message.unread),
    );
  }

  private rejectUnread({ topic, partition, offset, isAgain }: ConsumedMessage, why: string): Verdict {
    if (isAgain) return leave; // it has its dead letter
    this.parts.logger.few('error', topic, 'batch.unread', { topic, partition, offset, why });
    return deadLetter(UNREAD_BATCH, why);
  }

  private handle(slice: Slice): Promise<Verdicts> {
    return this.parts.options.isMixed ? this.batcher.verdicts(slice) : this.calls.verdicts(slice.messages, slice.isAbandoned);
  }

  private async callHandler(messages: readonly ConsumedMessage[]): Promise<Verdicts> {
    const { handlerOf, metrics } = this.parts;
    const { topic } = messages[0]!;
    const handler = handlerOf(topic);
    if (!handler) throw new TypeError(`no handler for topic ${topic}`);
    const stopTimer = metrics.batchSeconds.startTimer({ topic });
    const answer: unknown = await handler(messages);
    const verdicts = (isObservable(answer) ? await lastValueFrom(answer) : answer) as Verdicts;
    metrics.messages.inc({ topic }, verdicts.filter((verdict) => !isLeave(verdict)).length);
    metrics.batchMessages.observe({ topic }, messages.length);
    stopTimer();
    return verdicts;
  }

  private finish(message: ConsumedMessage, verdict: Verdict | Promise<Verdict>, watermark: Watermark): void {
    if (isLeave(verdict)) return;
    watermark.start(message.offset);
    if (verdict instanceof Promise) this.finishLater(verdict, message, watermark);
    else watermark.finish(message.offset);
  }

  private finishLater(verdict: Promise<Verdict>, message: ConsumedMessage, watermark: Watermark): void {
    const settle = async (): Promise<void> => {
      const settled = await verdict;
      if (settled.kind === 'deadLetter')
        await this.calls.untilItWorks(
          () => this.deadLetters.publish([{ message, verdict: settled }]),
          () => this.parts.isStopping(),
        );
      watermark.finish(message.offset);
    };
    settle().catch((error: unknown) => {
      if (!(error instanceof Abandoned)) this.parts.health.fail(`${message.topic} ${message.offset}: ${(error as Error).message}`);
    });
  }

  /** After the last message of a fetch, the next fetch begins behind the whole fetch, and so does the committed offset. */
  private pass({ fetched, watermark }: PartitionBatch, offset: string): void {
    fetched.moveBehind(offset);
    if (offset === fetched.records.at(-1)!.offset) watermark.passed(fetched.lastOffset);
  }

  /** Pauses the partition. A handler that waited instead would keep its call, and other partitions would wait for it. */
  private holdPartition(fetched: FetchedBatch, untilMs: number): void {
    const resume = fetched.pause();
    const waitMs = Math.min(Math.max(untilMs - this.parts.clock.nowMs(), SHORTEST_HOLD_MS), LONGEST_HOLD_MS);
    setTimeout(() => this.parts.isStopping() || resume(), waitMs);
  }
}
