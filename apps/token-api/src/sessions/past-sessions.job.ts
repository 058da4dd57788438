// in: the clock, hourly; out: tables session and session_link, from which it deletes rows that ended more than a day ago
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HOUR, Recurring } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { PastSessionsRepository } from './past-sessions.repository.js';

/** Every instance runs this job. */
@Injectable()
export class PastSessionsJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly past: PastSessionsRepository,
    logger: Logger,
  ) {
    this.recurring = new Recurring({
      everyMs: HOUR,
      work: () => this.deleteAll(),
      onFailure: (error) => logger.warn('session.retentionFailed', errorFields(error)), // the next hour deletes the same rows
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async deleteAll(): Promise<void> {
    while (!this.recurring.isStopping && (await this.past.deleteSome()));
  }
}
