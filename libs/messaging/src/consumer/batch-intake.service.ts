import type { EachBatchPayload } from 'kafkajs';
import type { TopicName } from '#libs/contracts';
import type { BatchHandlers } from './batch-handlers.service.js';
import { Abandoned, type Verdicts } from './batch-handling.service.js';
import type { BatchServerParts, PartitionBatch } from './batch-server-parts.js';
import { type ConsumedMessage, toConsumed } from './consumed-message.js';
import { DeadLetters } from '../dead-letters/dead-letters.publisher.js';
import type { Fetches } from './fetches.js';
import type { Membership } from './membership.js';
import type { CommitOnce, OffsetCommits } from './offset-commits.service.js';
import { isHold, type Verdict } from './verdict.js';
import type { Watermark } from './watermark.js';

/** Held messages that come due within this are taken together: one fetch for many instead of one for each. */
const SHORTEST_HOLD_MS = 100;
/** A hold is looked at again at least this often, so that a clock set forward is noticed. */
const LONGEST_HOLD_MS = 60_000;

interface Parts extends BatchServerParts {
  readonly maxBatch: number;
  /** A batch that is handled tells the group this often that its member lives, ms. */
  readonly heartbeatMs: number;
  readonly membership: Pick<Membership, 'generation'>;
  readonly fetches: Pick<Fetches, 'areOutdated'>;
  readonly commits: OffsetCommits;
  readonly handlers: BatchHandlers;
  readonly isStopping: () => boolean;
}

/** What kafkajs tells of a fetch from one partition that it hands out, or of which it has nothing to hand out. */
interface Fetched {
  readonly topic: string;
  readonly partition: number;
  readonly batchSize: number;
  readonly lastOffset: string;
}

/** Each batch of a partition on its way: handed to its handler slice by slice, parked, finished in the watermark, or held. */
export class BatchIntake {
  private readonly deadLetters: DeadLetters;

  constructor(private readonly parts: Parts) {
    this.deadLetters = new DeadLetters(parts);
  }

  /** A fetch that brought but what nobody is handed: the marker of a transaction, or one that was taken back. kafkajs goes on behind it by itself. */
  passFiltered({ topic, partition, batchSize, lastOffset }: Fetched, commit: CommitOnce): void {
    if (batchSize === 0 && !this.parts.fetches.areOutdated) this.parts.commits.passed({ topic, partition, offset: lastOffset }, commit);
  }

  async take(payload: EachBatchPayload): Promise<void> {
    if (this.parts.fetches.areOutdated) return;
    const { batch } = payload;
    const topic = batch.topic.slice(this.parts.config.topicPrefix.length) as TopicName;
    // Taken before the work: after a rejoin it is forgotten, and what finishes late commits nothing.
    const watermark = this.parts.commits.watermark(batch.topic, batch.partition);
    this.parts.commits.use((offsets) => payload.commitOffsetsIfNecessary(offsets));
    const messages = batch.messages.map((message) => toConsumed(topic, batch, message));
    const { membership } = this.parts;
    const { generation } = membership;
    const isLost = (): boolean => membership.generation !== generation;
    for (let start = 0; start < messages.length; start += this.parts.maxBatch) {
      if (isLost() || this.isAbandoned(payload)) return;
      const isHeld = await this.takeSlice({ payload, watermark, isLost }, messages.slice(start, start + this.parts.maxBatch));
      if (isHeld) return;
      await payload.heartbeat();
    }
  }

  private isAbandoned(payload: EachBatchPayload): boolean {
    return this.parts.isStopping() || !payload.isRunning() || payload.isStale();
  }

  /** @returns true when the rest of the partition is held back, or no longer ours */
  private async takeSlice(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<boolean> {
    const { payload, watermark } = batch;
    const verdicts = await this.verdictsOf(batch, messages);
    if (verdicts === undefined) return true;
    const held = verdicts.find(isHold);
    const taken = held ? messages.slice(0, verdicts.indexOf(held)) : messages;
    taken.forEach((message, index) => this.finish(message, verdicts[index]!, watermark));
    if (taken.length > 0) this.pass(batch, taken.at(-1)!.offset);
    if (held) this.holdPartition(payload, held.untilMs);
    else if (this.parts.isStopping()) await this.parts.commits.commit(); // the last chance: the timer has ended
    return held !== undefined;
  }

  /** kafkajs itself goes on behind all that the fetch has brought when its last message is resolved, and so does what is committed. */
  private pass({ payload, watermark }: PartitionBatch, offset: string): void {
    const { batch } = payload;
    payload.resolveOffset(offset);
    if (offset === batch.messages.at(-1)!.offset) watermark.passed(batch.lastOffset());
  }

  /** Verdicts with what was parked already written to its dead-letter topic; none when the batch was given up. Heartbeats go on meanwhile. */
  private async verdictsOf(batch: PartitionBatch, messages: readonly ConsumedMessage[]): Promise<Verdicts | undefined> {
    const { topic } = messages[0]!;
    let isLost = false; // the group has gone on without us: what we hold comes again, to us or to another
    const isAbandoned = (): boolean => isLost || batch.isLost() || this.isAbandoned(batch.payload);
    const beat = setInterval(() => void batch.payload.heartbeat().catch(() => (isLost = true)), this.parts.heartbeatMs);
    try {
      const verdicts = await this.parts.handlers.verdicts({ messages, isAbandoned, hasMore: messages.at(-1)!.unreadBehind! > 0 });
      await this.parts.handlers.of(topic).untilItWorks(() => this.deadLetters.publishParked(messages, verdicts), isAbandoned);
      return batch.isLost() ? undefined : verdicts;
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      return undefined;
    } finally {
      clearInterval(beat);
    }
  }

  private finish(message: ConsumedMessage, verdict: Verdict | Promise<Verdict>, watermark: Watermark): void {
    watermark.start(message.offset);
    if (verdict instanceof Promise) this.finishLater(verdict, message, watermark);
    else watermark.finish(message.offset);
  }

  private finishLater(verdict: Promise<Verdict>, message: ConsumedMessage, watermark: Watermark): void {
    const park = async (): Promise<void> => {
      const settled = await verdict;
      if (settled.kind === 'park')
        await this.parts.handlers.of(message.topic).untilItWorks(
          () => this.deadLetters.publish([{ message, verdict: settled }]),
          () => this.parts.isStopping(),
        );
      watermark.finish(message.offset);
    };
    park().catch((error: unknown) => {
      if (!(error instanceof Abandoned)) this.parts.health.fail(`${message.topic} ${message.offset}: ${(error as Error).message}`);
    });
  }

  /** Pauses the partition and goes on polling the others: a handler never sleeps. */
  private holdPartition(payload: EachBatchPayload, untilMs: number): void {
    const resume = payload.pause();
    const waitMs = Math.min(Math.max(untilMs - this.parts.clock.nowMs(), SHORTEST_HOLD_MS), LONGEST_HOLD_MS);
    setTimeout(() => this.parts.isStopping() || resume(), waitMs);
  }
}
