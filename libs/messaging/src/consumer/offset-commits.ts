import type { Logger } from '#libs/observability';
import { brokerErrorOf } from '../client/broker-errors.js';
import type { Commit, PartitionOffset } from '../kafka.js';
import { Watermark } from './watermark.js';

interface PartitionWork {
  readonly topic: string;
  readonly partition: number;
  readonly watermark: Watermark;
}

/** The group has removed this member: it refuses commits until the member rejoins. */
const NO_MEMBER = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID']);

/** Keeps the watermarks of the assigned partitions and commits up to them. Topics have their full names. */
export class OffsetCommits {
  private work = new Map<string, PartitionWork>();
  private running: Promise<void> = Promise.resolve();
  /** The commit that waits for the one under way. */
  private next: Promise<void> | undefined;
  private commitOnce: Commit | undefined;
  /** Whether `commitOnce` belongs to an earlier membership. The group would refuse its commits. */
  private isOfBefore = true;
  /** The work of a membership that the group has ended. A refusal may come late, after the work of the next membership has begun. */
  private refused: OffsetCommits['work'] | undefined;

  /** @param onCommitted called with each topic of which a partition has moved on */
  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly onCommitted: (topic: string) => void = () => undefined,
  ) {}

  /** Commits go through the newest batch from now on, because it knows the current membership. */
  use(commitOnce: Commit): void {
    this.commitOnce = commitOnce;
    this.isOfBefore = false;
  }

  /** Moves on behind records that reach no handler. @param commit used until the first batch after the join */
  passed({ topic, partition, offset }: PartitionOffset, commit: Commit): void {
    if (this.isOfBefore) this.commitOnce = commit;
    this.watermark(topic, partition).passed(offset);
  }

  /** To be called after every join: unfinished messages come again, so the old watermarks must commit nothing. */
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
   * Commits every partition whose watermark has moved. Calls during a commit share the next commit, so a slow broker makes no queue of commits. It never
   * throws: an offset that was not committed is due again.
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
      await this.commitOnce(due);
      due.forEach(({ watermark, offset }) => watermark.markCommitted(offset));
      new Set(due.map(({ topic }) => topic)).forEach(this.onCommitted);
    } catch (error) {
      // Expected while the group rebalances: the partition's next owner reads these messages again.
      if (NO_MEMBER.has(brokerErrorOf(error) ?? '')) this.refused = work;
      this.logger.warn('kafka.commitFailed', { error: (error as Error).message });
    }
  }
}
