import { Injectable } from '@nestjs/common';
import { attemptId } from '#libs/contracts';
import { AttemptLogRepository } from '../attempt/attempt-log.repository.js';
import { OverflowRepository, type OverflowRow, type OldestQuery } from './overflow.repository.js';

/** What the overflow drainer reads: rows that can be made. */
@Injectable()
export class OverflowReader {
  constructor(
    private readonly repository: OverflowRepository,
    private readonly attempts: AttemptLogRepository,
  ) {}

  oldest(receiverId: string, query: OldestQuery): Promise<OverflowRow[]> {
    return this.repository.oldest(receiverId, query);
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
