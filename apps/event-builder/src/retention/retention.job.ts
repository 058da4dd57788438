// in: the clock; out: the tables without rows past their retention
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Recurring } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import type { EventBuilderConfig } from '../event-builder.config.js';
import { ClocksApartError, Retention } from './retention.service.js';
import { RetentionEvents } from './retention-events.provider.js';

/** Every instance ticks; the instance that gets the lock sweeps. */
@Injectable()
export class RetentionJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly retention: Retention,
    private readonly events: RetentionEvents,
    logger: Logger,
    @Inject(CONFIG) private readonly config: EventBuilderConfig,
  ) {
    this.recurring = new Recurring({
      everyMs: config.retentionPollMs,
      work: () => this.sweep(),
      onFailure: (error) =>
        error instanceof ClocksApartError
          ? logger.error('retention.refused', { reason: error.message })
          : logger.warn('retention.failed', errorFields(error)), // the next sweep removes the same rows
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async sweep(): Promise<void> {
    const sweep = await this.retention.sweep(this.config);
    if (sweep) this.events.swept(sweep);
  }
}
