// in: the clock; out: table orphan_scan without the scans whose record never came (domain D.3)
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, DAY } from '#libs/config';
import { errorFields, Logger } from '#libs/observability';
import { ConsignmentsRepository } from './consignments.repository.js';
import { CONFIG, type EventBuilderConfig } from './event-builder.config.js';
import { ParcelEvents } from './parcel-events.provider.js';

const KEPT_MS = 30 * DAY;

@Injectable()
export class OrphansTicker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly consignments: ConsignmentsRepository,
    private readonly parcelEvents: ParcelEvents,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: EventBuilderConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), this.config.orphansPollMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    try {
      this.parcelEvents.sweptOrphans(await this.consignments.sweepOrphans(this.clock.nowMs() - KEPT_MS));
    } catch (error) {
      this.logger.warn('orphans.failed', errorFields(error));
    }
  }
}
