// in: the clock and table internal_delay_due; out: topic events (onInternalDelay)
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { errorFields, Logger } from '#libs/observability';
import { CONFIG, type EventBuilderConfig } from './event-builder.config.js';
import { ParcelHop } from './parcel-hop.service.js';

const MOST_AT_ONCE = 100;

/** Many instances may poll: each takes what no other holds at the moment. */
@Injectable()
export class OverdueTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly hop: ParcelHop,
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
    }, this.config.overduePollMs);
  }

  /** A database or broker that is down is waited out: what is due stays due. */
  private async tick(): Promise<void> {
    try {
      let fired: number;
      do fired = await this.hop.fireOverdue(MOST_AT_ONCE);
      while (fired === MOST_AT_ONCE && !this.stopping);
    } catch (error) {
      this.logger.warn('overdue.failed', errorFields(error));
    }
  }
}
