import type { EachBatchPayload, KafkaJSProtocolError } from 'kafkajs';
import type { Logger } from '#libs/observability';
import { Watermark } from './watermark.js';

interface PartitionWork {
  readonly topic: string;
  readonly partition: number;
  readonly watermark: Watermark;
}

/**
 * One try to commit, as a batch of kafkajs offers it. Its consumer.commitOffsets tries for half a minute, always with the coordinator that it
 * knew when it joined: after that broker's restart every try fails until the consumer rejoins, which only a heartbeat leads to; and
 * a try that comes through then commits what was due long ago, for partitions that may be another's by now.
 */
export type CommitOnce = EachBatchPayload['commitOffsetsIfNecessary'];

/** The group has removed this member: it refuses commits until the member rejoins. */
const NO_MEMBER = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID']);

/** What of each assigned partition is unfinished, and committing up to it. Full topic names throughout. */
export class OffsetCommits {
  private work = new Map<string, PartitionWork>();
  private running: Promise<void> = Promise.resolve();
  /** Waits for the one that is under way. */
  private next: Promise<void> | undefined;
  private commitOnce: CommitOnce | undefined;
  /** Whether it belongs to an earlier membership: the group would refuse its commits. */
  private isOfBefore = true;
  /** The work of a membership that the group has ended; a refusal may come late, when the work of the next has begun. */
  private refused: OffsetCommits['work'] | undefined;

  /** @param onCommitted called with the full name of each topic of which a partition has moved on */
  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly onCommitted: (topic: string) => void = () => undefined,
  ) {}

  /** From now on commits go by this: that of the newest batch, which knows the membership that holds. */
  use(commitOnce: CommitOnce): void {
    this.commitOnce = commitOnce;
    this.isOfBefore = false;
  }

  /** Continues after records that reach no handler. @param commit used until the first batch after the join */
  passed({ topic, partition, offset }: { topic: string; partition: number; offset: string }, commit: CommitOnce): void {
    if (this.isOfBefore) this.commitOnce = commit;
    this.watermark(topic, partition).passed(offset);
  }

  /** After every join: unfinished messages of before come again, so what finishes now from then commits nothing. */
  forgetAll(): void {
    this.work = new Map();
    this.isOfBefore = true;
  }

  watermark(topic: string, partition: number): Watermark {
    const key = `${topic} ${partition}`;
    const known = this.work.get(key) ?? { topic, partition, watermark: new Watermark() };
    this.work.set(key, known);
    return known.watermark;
  }

  /**
   * Commits every partition whose low watermark moved; one commit at a time, and one more for all who ask meanwhile: a broker that lets each
   * wait must not be followed by a queue of them. Never throws: what was not committed is due again.
   */
  commit(): Promise<void> {
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.commitDue();
    });
    this.running = this.next;
    return this.running;
  }

  private async commitDue(): Promise<void> {
    const { work } = this;
    const due = [...work.values()].flatMap(({ topic, partition, watermark }) => {
      const offset = watermark.due();
      return offset === undefined ? [] : [{ topic, partition, offset, watermark }];
    });
    if (due.length === 0 || !this.commitOnce || work === this.refused) return;
    try {
      await this.commitOnce({ topics: due.map(({ topic, partition, offset }) => ({ topic, partitions: [{ partition, offset }] })) });
      due.forEach(({ watermark, offset }) => watermark.markCommitted(offset));
      new Set(due.map(({ topic }) => topic)).forEach(this.onCommitted);
    } catch (error) {
      // Expected while the group rebalances: the partition's next owner reads these messages again.
      const { message, type = '' } = error as Error & Partial<Pick<KafkaJSProtocolError, 'type'>>;
      if (NO_MEMBER.has(type)) this.refused = work;
      this.logger.warn('kafka.commitFailed', { error: message });
    }
  }
}
