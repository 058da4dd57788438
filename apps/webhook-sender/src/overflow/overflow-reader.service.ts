import { Injectable } from '@nestjs/common';
import { attemptId } from '#libs/contracts';
import { Logger } from '#libs/observability';
import { AttemptsPublisher } from '../attempt/attempts.publisher.js';
import { AttemptLogRepository } from '../attempt/attempt-log.repository.js';
import { OverflowRepository, type OverflowRow, type OldestQuery } from './overflow.repository.js';

/** What the overflow drainer reads: rows that can be made. */
@Injectable()
export class OverflowReader {
  constructor(
    private readonly repository: OverflowRepository,
    private readonly publisher: AttemptsPublisher,
    private readonly attempts: AttemptLogRepository,
    private readonly logger: Logger,
  ) {}

  /** The oldest rows. One that cannot be read goes back to its topic: left there, it would take the place of those behind it for ever. */
  async oldest(receiverId: string, query: OldestQuery): Promise<readonly OverflowRow[]> {
    for (;;) {
      const { rows, unreadable } = await this.repository.oldest(receiverId, query);
      if (unreadable.length === 0) return rows;
      await this.publisher.returnUnread(unreadable);
      await this.repository.remove(unreadable.map(({ overflowId }) => overflowId));
      unreadable.forEach(({ overflowId }) => this.logger.warn('overflow.unreadable', { receiverId, overflowId }));
      if (rows.length > 0) return rows;
    }
  }

  /** A row whose attempt is recorded was left by a process that died between the two, or came twice: it goes. @returns the others */
  async withoutRecorded<R extends OverflowRow>(rows: readonly R[]): Promise<R[]> {
    if (rows.length === 0) return [];
    const recorded = await this.attempts.recordedOf(rows.map(({ attempt }) => attempt));
    const made = rows.filter(({ attempt }) => recorded.has(attemptId(attempt)));
    await this.repository.remove(made.map(({ overflowId }) => overflowId));
    return rows.filter(({ attempt }) => !recorded.has(attemptId(attempt)));
  }
}
