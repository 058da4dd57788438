// in: the clock, the read positions of scans and records, table internal_delay_due; out: topic events (onInternalDelay)
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { type Clock, CLOCK, CONFIG, Recurring } from '#libs/config';
import { GROUPS } from '#libs/contracts';
import { GroupProgress, isLasting } from '#libs/messaging';
import { errorFields, Logger, Metrics } from '#libs/observability';
import { ConsignmentsRepository, type DueConsignment } from '../storage/consignments.repository.js';
import type { EventBuilderConfig } from '../event-builder.config.js';
import { ParcelTracking } from './parcel-tracking.service.js';

const MOST_AT_ONCE = 100;
/** Consignments that another transaction holds, or that fail, are tried again at the next look; this many of them end a look. */
const MOST_PASSED = 1_000;

/** Call this once per registry. */
export const toOverdueMetrics = (metrics: Metrics) => ({
  readUntil: metrics.gauge(
    'send_dates_read_until_timestamp_seconds',
    'Scans and records published until then have been read, so send dates due until then are decided; absent = unknown: take the maximum',
  ),
});

/**
 * Fires overdue send dates. Many instances may poll; each takes consignments that no other instance holds. A date fires only after
 * everything that was published before it was due has been read: after an outage, the scan that keeps the date may still be unread.
 */
@Injectable()
export class OverdueJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;
  private readonly readUntil: Gauge;

  constructor(
    private readonly tracking: ParcelTracking,
    private readonly consignments: ConsignmentsRepository,
    private readonly progress: GroupProgress,
    private readonly logger: Logger,
    metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: EventBuilderConfig,
  ) {
    ({ readUntil: this.readUntil } = toOverdueMetrics(metrics));
    this.recurring = new Recurring({
      everyMs: config.overduePollMs,
      work: () => this.fire(),
      onFailure: (error) => logger.warn('overdue.failed', errorFields(error)), // due dates stay due
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async fire(): Promise<void> {
    const readUntilMs = await this.progress.readUntilMs(GROUPS.parcels);
    if (readUntilMs === undefined) return;
    this.readUntil.set(readUntilMs / 1000);
    const dueUntilMs = Math.min(readUntilMs, this.clock.nowMs());
    const passed: string[] = [];
    while (!this.recurring.isStopping && passed.length < MOST_PASSED) {
      const due = await this.consignments.findOverdue(dueUntilMs, { passed, limit: MOST_AT_ONCE });
      if (due.length === 0) return;
      const told = new Set(await this.fireTogether(due, dueUntilMs));
      passed.push(...due.flatMap(({ consignmentId }) => (told.has(consignmentId) ? [] : [consignmentId])));
    }
  }

  private async fireTogether(due: readonly DueConsignment[], dueUntilMs: number): Promise<string[]> {
    try {
      return await this.tracking.fireOverdue(due, dueUntilMs);
    } catch (error) {
      if (!isLasting(error)) throw error;
      if (due.length > 1) return this.fireApart(due, dueUntilMs);
      this.logger.error('overdue.cannotFire', { consignmentId: due[0]?.consignmentId, ...errorFields(error) });
      return [];
    }
  }

  /** Fires each date alone, so that a date that can never fire does not delay the others. */
  private async fireApart(due: readonly DueConsignment[], dueUntilMs: number): Promise<string[]> {
    const told: string[] = [];
    for (const each of due) told.push(...(await this.fireTogether([each], dueUntilMs)));
    return told;
  }
}
