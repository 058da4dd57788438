import { Injectable } from '@nestjs/common';
import { attemptId } from '#libs/contracts';
import { AttemptLogRepository } from '../attempt/attempt-log.repository.js';
import type { Claim } from '../partitions/ownership.service.js';
import type { Queue } from '../queue/queued-attempt.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { type OldestQuery, OverflowRepository, type OverflowRow } from './overflow.repository.js';

/** Reads the rows of table delivery_overflow for the receivers of this process. */
@Injectable()
export class OverflowReader {
  constructor(
    private readonly repository: OverflowRepository,
    private readonly attempts: AttemptLogRepository,
    private readonly queues: ReceiverQueues,
  ) {}

  /** Finds which receivers of this process have rows. It must be repeated: a process that was cut off may write rows after a look. */
  async findReceivers(): Promise<void> {
    for (const receiver of await this.repository.receivers()) {
      const queue = this.queues.of(receiver);
      if (queue) queue.rows.isAny = true;
    }
  }

  /**
   * Marks the receiver's table as empty when all its rows have been made.
   * @param mark the mark of the rows before they were read, under this claim
   */
  async emptied({ receiverId, rows }: Queue, mark: number, claim: Claim): Promise<void> {
    if (!(await this.repository.hasRows(receiverId)) && !claim.isOver()) rows.emptied(mark);
  }

  /** Finds the POSTs of former owners that may still be in flight, for receivers whose owner limits the POSTs in flight. */
  async findInFlightElsewhere(): Promise<void> {
    const limited = [...this.queues.all()].filter(({ isInFlightLimited }) => isInFlightLimited);
    const counts = await this.repository.keptElsewhere(limited.map(({ receiverId }) => receiverId));
    for (const queue of limited) queue.inFlightElsewhere = counts.get(queue.receiverId) ?? 0;
  }

  /**
   * Returns the oldest rows that are still to be made. Removes rows whose attempt is already recorded: a process died before removing them,
   * or the attempt came twice.
   * @throws when the database is down
   */
  async oldest({ receiverId, rows: { taken } }: Queue, { mayEnter, ...query }: OpenQuery): Promise<OpenRows> {
    const rows = await this.repository.oldest(receiverId, { ...query, taken: [...taken] });
    const enterable = mayEnter(rows);
    const recorded = enterable.length === 0 ? new Set<string>() : await this.attempts.recordedOf(enterable.map(({ attempt }) => attempt));
    const isMade = ({ attempt }: OverflowRow): boolean => recorded.has(attemptId(attempt));
    await this.repository.remove(enterable.filter(isMade).map(({ overflowId }) => overflowId));
    return { read: rows.length, isDone: enterable.length === 0, open: enterable.filter((row) => !isMade(row)) };
  }
}

/** Which rows to read. */
interface OpenQuery extends Omit<OldestQuery, 'taken'> {
  /** Leaves out rows that are in memory, and rows behind them. */
  readonly mayEnter: (rows: readonly OverflowRow[]) => readonly OverflowRow[];
}

interface OpenRows {
  /** The number of rows that were read. */
  readonly read: number;
  /** Reading more rows would be useless: none of them may enter. */
  readonly isDone: boolean;
  readonly open: readonly OverflowRow[];
}
