// in: the clock; out: tables without what is past its retention
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { errorFields, Logger } from '#libs/observability';
import { CONFIG, type EventBuilderConfig } from '../event-builder.config.js';
import { Retention } from './retention.service.js';
import { RetentionEvents } from './retention-events.provider.js';

/** Every instance ticks; the one that gains the lock sweeps. */
@Injectable()
export class RetentionTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly retention: Retention,
    private readonly events: RetentionEvents,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: EventBuilderConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.running = this.tick().finally(() => this.stopping || this.schedule());
    }, this.config.retentionPollMs);
  }

  /** A database that is down is waited out: what is too old today is too old tomorrow. */
  private async tick(): Promise<void> {
    try {
      const sweep = await this.retention.sweep(this.config);
      if (sweep) this.events.swept(sweep);
    } catch (error) {
      this.logger.warn('retention.failed', errorFields(error));
    }
  }
}
