import type { MessageHandler } from '@nestjs/microservices';
import type { EachBatchPayload } from 'kafkajs';
import { isObservable, lastValueFrom } from 'rxjs';
import type { TopicName } from '#libs/contracts';
import type { BatchServerOptions, BatchServerParts, PartitionBatch } from './batch-server-parts.js';
import { type ConsumedMessage, toConsumed, withOwnBytes } from './consumed-message.js';
import { DeadLetters } from '../dead-letters/dead-letters.publisher.js';
import type { Fetches } from './fetches.js';
import { Abandoned, HandlerCalls, type Verdicts } from './handler-calls.js';
import type { Membership } from './membership.js';
import type { CommitOnce, OffsetCommits } from './offset-commits.js';
import { type Slice, SliceBatcher } from './slice-batcher.js';
import { LeftReader } from './left-reader.js';
import { isHold, isLeave, leave, deadLetter, type Verdict } from './verdict.js';
import { UNREAD_BATCH } from '../codec/unread-batch.js';
import type { Watermark } from './watermark.js';

/** Held messages that come due within this are taken together: one fetch for many instead of one for each. */
const SHORTEST_HOLD_MS = 100;
/** A hold is looked at again at least this often, so that a clock set forward is noticed. */
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

/** What kafkajs reports of a fetch from one partition, with or without messages to hand out. */
interface Fetched {
  readonly topic: string;
  readonly partition: number;
  readonly batchSize: number;
  readonly lastOffset: string;
}

/** Runs one consumer group: a fetched batch → slices → verdicts of the handlers → dead letters → watermark, or a pause of the partition. */
export class ConsumerRunner {
  private readonly deadLetters: DeadLetters;
  private readonly calls: HandlerCalls;
  /** One for all topics: they share the group's limit of concurrent calls. */
  private readonly batcher: SliceBatcher;
  private readonly left: LeftReader | undefined;

  constructor(private readonly parts: RunnerParts) {
    this.deadLetters = new DeadLetters(parts);
    this.calls = new HandlerCalls((messages) => this.callHandler(messages), parts.clock, parts.logger);
    this.batcher = new SliceBatcher((messages, isAbandoned) => this.calls.verdicts(messages, isAbandoned), parts.options);
    const { left } = parts.options.partitionListener ?? {};
    this.left = left && new LeftReader(left, parts.clock);
  }

  /** The failure that is retried for longest, for readiness. */
  get trouble(): string | undefined {
    return this.calls.trouble;
  }

  get longestCallMs(): number {
    return this.calls.longestCallMs;
  }

  /** A fetch that contained only control records or filtered batches. kafkajs continues after it without a batch. */
  passFiltered({ topic, partition, batchSize, lastOffset }: Fetched, commit: CommitOnce): void {
    if (batchSize === 0 && !this.parts.fetches.areOutdated) this.parts.commits.passed({ topic, partition, offset: lastOffset }, commit);
  }

  /** To be called a few times a second: what was left is read again although its partition gets nothing new. */
  readLeft(): void {
    this.left?.readIdle();
  }

  /** Takes what one fetch brought of one partition, slice by slice. */
  async take(payload: EachBatchPayload): Promise<void> {
    if (this.parts.fetches.areOutdated) return;
    const { membership, commits, config, options } = this.parts;
    const { batch } = payload;
    const topic = batch.topic.slice(config.topicPrefix.length) as TopicName;
    // Taken before the work: a rejoin forgets this watermark, and what finishes after the rejoin commits nothing.
    const watermark = commits.watermark(batch.topic, batch.partition);
    commits.use((offsets) => payload.commitOffsetsIfNecessary(offsets));
    const { generation } = membership;
    const isLost = (): boolean => membership.generation !== generation;
    const partitionBatch = { payload, watermark, isLost };
    const messages = this.messagesOf(topic, partitionBatch);
    for (let start = 0; start < messages.length; start += options.maxBatch) {
      if (isLost() || this.isAbandoned(payload)) return;
      const isHeld = await this.takeSlice(partitionBatch, messages.slice(start, start + options.maxBatch));
      if (isHeld) return;
      await payload.heartbeat();
    }
    this.left?.end(partitionBatch);
  }

  private messagesOf(topic: TopicName, partitionBatch: PartitionBatch): ConsumedMessage[] {
    const { batch } = partitionBatch.payload;
    if (!this.left) return batch.messages.map((message) => toConsumed(topic, batch, message));
    const { messages, isAgain } = this.left.take(partitionBatch);
    return messages.map((message) => ({ ...toConsumed(topic, batch, withOwnBytes(message)), isAgain }));
  }

  private isAbandoned(payload: EachBatchPayload): boolean {
    return this.parts.isStopping() || !payload.isRunning() || payload.isStale();
  }

  /** @returns true when the rest of the partition is held back, or belongs to another member */
  private async takeSlice(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<boolean> {
    const { payload, watermark } = batch;
    const verdicts = await this.settleSlice(batch, messages);
    if (verdicts === undefined) return true;
    const held = verdicts.find(isHold);
    const taken = held ? messages.slice(0, verdicts.indexOf(held)) : messages;
    taken.forEach((message, index) => this.finish(message, verdicts[index]!, watermark));
    this.left?.keep(batch);
    if (taken.length > 0) this.pass(batch, taken.at(-1)!.offset);
    if (held) this.holdPartition(payload, held.untilMs);
    else if (this.parts.isStopping()) await this.parts.commits.commit(); // the last chance: the timer has ended
    return held !== undefined;
  }

  /**
   * Gets the verdicts of a slice and publishes the dead letters of rejected messages. Sends heartbeats meanwhile.
   * @returns undefined when the batch was given up
   */
  private async settleSlice(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<Verdicts | undefined> {
    let isLost = false; // the group continues without this member: these messages come again, here or elsewhere
    const isAbandoned = (): boolean => isLost || batch.isLost() || this.isAbandoned(batch.payload);
    const beat = setInterval(() => void batch.payload.heartbeat().catch(() => (isLost = true)), this.parts.heartbeatMs);
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

  /** The verdicts of messages of one topic; unread batches are rejected without a handler. @throws Abandoned when `isAbandoned` says so between two tries */
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
    if (isAgain) return leave; // its dead letter is written
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

  /** After the last message of a fetch kafkajs continues behind the whole fetch. The committed offset does so too. */
  private pass({ payload, watermark }: PartitionBatch, offset: string): void {
    const { batch } = payload;
    payload.resolveOffset(offset);
    if (offset === batch.messages.at(-1)!.offset) watermark.passed(batch.lastOffset());
  }

  /** Pauses the partition; the consumer continues to poll the others, because a handler never sleeps. */
  private holdPartition(payload: EachBatchPayload, untilMs: number): void {
    const resume = payload.pause();
    const waitMs = Math.min(Math.max(untilMs - this.parts.clock.nowMs(), SHORTEST_HOLD_MS), LONGEST_HOLD_MS);
    setTimeout(() => this.parts.isStopping() || resume(), waitMs);
  }
}
