import type { Consumer } from 'kafkajs';
import type { Logger } from '#libs/observability';
import { Watermark } from './watermark.js';

interface PartitionWork {
  readonly topic: string;
  readonly partition: number;
  readonly watermark: Watermark;
}

/** What of each assigned partition is unfinished, and committing up to it. Full topic names throughout. */
export class OffsetCommits {
  private work = new Map<string, PartitionWork>();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly consumer: Pick<Consumer, 'commitOffsets'>,
    private readonly logger: Logger,
  ) {}

  /** After every join: unfinished messages of before come again, so what finishes now from then commits nothing. */
  forgetAll(): void {
    this.work = new Map();
  }

  watermark(topic: string, partition: number): Watermark {
    const key = `${topic} ${partition}`;
    const known = this.work.get(key) ?? { topic, partition, watermark: new Watermark() };
    this.work.set(key, known);
    return known.watermark;
  }

  /** Commits every partition whose low watermark moved; one commit at a time. Never throws: what was not committed is due again. */
  commit(): Promise<void> {
    this.running = this.running.then(() => this.commitDue());
    return this.running;
  }

  private async commitDue(): Promise<void> {
    const due = [...this.work.values()].flatMap(({ topic, partition, watermark }) => {
      const offset = watermark.due();
      return offset === undefined ? [] : [{ topic, partition, offset, watermark }];
    });
    if (due.length === 0) return;
    try {
      await this.consumer.commitOffsets(due.map(({ topic, partition, offset }) => ({ topic, partition, offset })));
      due.forEach(({ watermark, offset }) => watermark.markCommitted(offset));
    } catch (error) {
      // Expected while the group rebalances: the partition's next owner reads these messages again.
      this.logger.warn('kafka.commitFailed', { error: (error as Error).message });
    }
  }
}
