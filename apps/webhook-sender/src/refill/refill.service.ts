import { Injectable } from '@nestjs/common';
import { errorFields, Logger } from '#libs/observability';
import { Dispatcher } from '../dispatch/dispatcher.service.js';
import { PartitionMoves } from '../dispatch/partition-moves.service.js';
import { OverflowReader } from '../overflow/overflow-reader.service.js';
import type { Queue, QueuedAttempt } from '../queue/queued-attempt.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { Turns } from '../turns/turns.provider.js';
import { NextRows } from './next-rows.service.js';

/** Brings rows of one receiver into its queue, as room appears. */
@Injectable()
export class Refill {
  private readonly fillings = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly rows: OverflowReader,
    private readonly next: NextRows,
    private readonly dispatcher: Dispatcher,
    private readonly moves: PartitionMoves,
    private readonly queues: ReceiverQueues,
    private readonly turns: Turns,
    private readonly logger: Logger,
  ) {}

  /** Starts no more refills. */
  stop(): void {
    this.isStopping = true;
    this.next.stop();
  }

  /** Resolves when all running refills have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.fillings);
  }

  /** Refills the queue; one refill at a time per receiver. Never throws: the next look tries again. */
  fill(queue: Queue): void {
    if (queue.rows.isFilling || this.isStopping) return;
    queue.rows.isFilling = true;
    const filling = this.fillFromTable(queue)
      .catch((error: unknown) => this.logger.warn('overflow.notRead', { receiverId: queue.receiverId, ...errorFields(error) }))
      .finally(() => {
        queue.rows.isFilling = false;
        this.fillings.delete(filling);
      });
    this.fillings.add(filling);
  }

  private async fillFromTable(queue: Queue): Promise<void> {
    const { rows } = queue;
    const claim = await this.moves.claimed();
    if (!rows.isAny || !this.queues.owns(queue.partition)) return;
    const { mark, evictions } = rows;
    const { isEmpty, attempts } = await this.next.of(queue);
    if (claim.isOver() || this.isStopping) return;
    if (isEmpty && rows.taken.size === 0) return this.rows.emptied(queue, mark, claim);
    if (rows.evictions !== evictions) return; // a row that was skipped as taken may have been evicted: it must be read before these rows
    for (const queued of this.dispatcher.takeBack(attempts)) void this.take(queued);
  }

  /** Counts a row as in memory until it leaves its queue, made or evicted. */
  private async take({ queue, overflowId, verdict }: QueuedAttempt): Promise<void> {
    const { taken } = queue.rows;
    taken.add(overflowId!);
    await verdict;
    taken.delete(overflowId!);
    if (taken.size < this.turns.roomOf(queue) / 2) this.fill(queue);
  }
}
