// in: the clock and table internal_delay_due; out: topic events (onInternalDelay)
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Recurring } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { CONFIG, type EventBuilderConfig } from './event-builder.config.js';
import { ParcelHop } from './parcel-hop.service.js';

const MOST_AT_ONCE = 100;

/** Many instances may poll: each takes what no other holds at the moment. */
@Injectable()
export class OverdueTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly hop: ParcelHop,
    logger: Logger,
    @Inject(CONFIG) config: EventBuilderConfig,
  ) {
    this.recurring = new Recurring({
      everyMs: config.overduePollMs,
      work: () => this.fire(),
      onFailure: (error) => logger.warn('overdue.failed', errorFields(error)), // what is due stays due
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async fire(): Promise<void> {
    let fired: number;
    do fired = await this.hop.fireOverdue(MOST_AT_ONCE);
    while (fired === MOST_AT_ONCE && !this.recurring.isStopping);
  }
}
