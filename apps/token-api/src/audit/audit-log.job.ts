// in: a timer, every hour; out: expired rows of table audit_log are deleted
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, DAY, HOUR, Recurring } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import type { TokenApiConfig } from '../token-api.config.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** Every instance runs this job; rows that another instance is deleting are skipped. */
@Injectable()
export class AuditLogJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly auditLog: AuditLogRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<TokenApiConfig, 'auditRetentionDays'>,
  ) {
    this.recurring = new Recurring({
      everyMs: HOUR,
      work: () => this.deleteOld(),
      onFailure: (error) => logger.warn('audit.retentionFailed', errorFields(error)), // the next run, an hour later, deletes the same rows
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async deleteOld(): Promise<void> {
    const endMs = this.clock.nowMs() - this.config.auditRetentionDays * DAY;
    while (!this.recurring.isStopping && (await this.auditLog.deleteBefore(endMs)).isMore);
  }
}
