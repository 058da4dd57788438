// The single place that reports decided operational events.
import { Injectable } from '@nestjs/common';
import type { Counter, Gauge } from 'prom-client';
import { Logger, Metrics } from '#libs/observability';
import { SECOND } from '#libs/config';
import type { NewNotification } from './notification.js';

@Injectable()
export class NotificationEvents {
  private readonly decided: Counter<'event'>;
  private readonly doneUntil: Gauge;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.decided = metrics.counter('notifications_total', 'Operational events that were decided', { labels: { event: '5 types' } });
    this.doneUntil = metrics.gauge(
      'notifications_done_until_timestamp_seconds',
      'Time until which all operational events are decided and published',
      { isAbsentAtFirst: true },
    );
  }

  told(notifications: readonly NewNotification[]): void {
    for (const { account, event, subjects } of notifications) {
      this.decided.inc({ event });
      this.logger.info('notification.decided', { account, type: event, receivers: subjects.length });
    }
  }

  /** @param ms epoch */
  done(ms: number): void {
    this.doneUntil.set(ms / SECOND);
  }
}
