import { Injectable } from '@nestjs/common';
import { attemptId } from '#libs/contracts';
import { AttemptLogRepository } from '../attempt/attempt-log.repository.js';
import type { Claim } from '../partitions/ownership.service.js';
import type { Queue } from '../queue/queued-attempt.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { type OldestQuery, OverflowRepository, type OverflowRow } from './overflow.repository.js';

/** Reads what table delivery_overflow has for the receivers of this process. */
@Injectable()
export class OverflowReader {
  constructor(
    private readonly repository: OverflowRepository,
    private readonly attempts: AttemptLogRepository,
    private readonly queues: ReceiverQueues,
  ) {}

  /** Looks which of this process's receivers have rows. A process that was cut off may write rows after they were looked for. */
  async findReceivers(): Promise<void> {
    for (const receiver of await this.repository.receivers()) {
      const queue = this.queues.of(receiver);
      if (queue) queue.rows.isAny = true;
    }
  }

  /** All rows of the receiver that were read have been made. @param mark of its rows, as it was before they were read, under this claim */
  async emptied({ receiverId, rows }: Queue, mark: number, claim: Claim): Promise<void> {
    if (!(await this.repository.hasRows(receiverId)) && !claim.isOver()) rows.emptied(mark);
  }

  /** Looks for POSTs of former owners that may be in flight, where the owner of a receiver has set how many may be. */
  async findInFlightElsewhere(): Promise<void> {
    const limited = [...this.queues.all()].filter(({ isInFlightLimited }) => isInFlightLimited);
    const counts = await this.repository.keptElsewhere(limited.map(({ receiverId }) => receiverId));
    for (const queue of limited) queue.inFlightElsewhere = counts.get(queue.receiverId) ?? 0;
  }

  /**
   * The oldest rows that are still to be made. A row whose attempt is recorded was left by a process that died between the two, or came twice: it goes.
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
  /** Leaves out those that are in memory, or behind such. */
  readonly mayEnter: (rows: readonly OverflowRow[]) => readonly OverflowRow[];
}

interface OpenRows {
  /** How many were read. */
  readonly read: number;
  /** Reading more would find none either: none may enter. */
  readonly isDone: boolean;
  readonly open: readonly OverflowRow[];
}
