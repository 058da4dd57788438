// in: the hour; out: table audit_log without what is past its retention
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
      onFailure: (error) => logger.warn('audit.retentionFailed', errorFields(error)), // what is too old today is too old in an hour
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
