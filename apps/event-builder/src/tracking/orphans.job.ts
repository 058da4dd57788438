// in: the clock; out: table orphan_scan without scans whose record never came (domain D.3)
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, CONFIG, DAY, Recurring } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { ConsignmentsRepository } from '../storage/consignments.repository.js';
import type { EventBuilderConfig } from '../event-builder.config.js';
import { ParcelEvents } from './parcel-events.provider.js';

const KEPT_MS = 30 * DAY;

@Injectable()
export class OrphansJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;

  constructor(
    private readonly consignments: ConsignmentsRepository,
    private readonly parcelEvents: ParcelEvents,
    logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: EventBuilderConfig,
  ) {
    this.recurring = new Recurring({
      everyMs: config.orphansPollMs,
      work: () => this.sweep(),
      onFailure: (error) => logger.warn('orphans.failed', errorFields(error)),
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async sweep(): Promise<void> {
    this.parcelEvents.sweptOrphans(await this.consignments.sweepOrphans(this.clock.nowMs() - KEPT_MS));
  }
}
