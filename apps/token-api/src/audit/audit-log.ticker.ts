// in: the hour; out: table audit_log without what is past its retention
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, CLOCK, DAY, HOUR } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { TOKEN_API_CONFIG, type TokenApiConfig } from '../token-api.config.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** Every instance ticks; rows that another one deletes at the moment are skipped. */
@Injectable()
export class AuditLogTicker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(AuditLogRepository) private readonly auditLog: AuditLogRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Logger) private readonly logger: Logger,
    @Inject(TOKEN_API_CONFIG) private readonly config: Pick<TokenApiConfig, 'auditRetentionDays'>,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.deleteOld();
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.deleteOld());
    }, HOUR).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** A database that is down is waited out: what is too old today is too old in an hour. */
  private async deleteOld(): Promise<void> {
    const endMs = this.clock.nowMs() - this.config.auditRetentionDays * DAY;
    try {
      while ((await this.auditLog.deleteBefore(endMs)).isMore);
    } catch (error) {
      this.logger.warn('audit.retentionFailed', errorFields(error));
    }
  }
}
