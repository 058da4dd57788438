// in: the clock, the queues, the attempt log and table delivery_overflow; out: what waits where, as metrics
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Recurring } from '#libs/config';
import { errorFields, Logger, Metrics } from '#libs/observability';
import { AttemptLog } from '../attempt/attempt-log.service.js';
import { OverflowRepository } from '../overflow/overflow.repository.js';
import type { WebhookSenderConfig } from '../webhook-sender.config.js';
import { ReceiverQueues } from '../queue/receiver-queues.service.js';
import { Turns } from '../turns/turns.provider.js';

/** The objects that the gauges read at a scrape. */
interface Sources {
  readonly turns: Pick<Turns, 'waiting' | 'inFlight'>;
  readonly queues: Pick<ReceiverQueues, 'openCircuits'>;
  readonly log: Pick<AttemptLog, 'unrecorded'>;
}

/** Call this once per registry. */
export const toWaitingMetrics = (metrics: Metrics, { turns, queues, log }: Sources) => ({
  inQueues: metrics.gauge('delivery_queue_waiting', 'Attempts that wait in memory for a permit', {
    collect() {
      this.set(turns.waiting);
    },
  }),
  inFlight: metrics.gauge('delivery_attempts_in_flight', 'POSTs in flight', {
    collect() {
      this.set(turns.inFlight);
    },
  }),
  unrecorded: metrics.gauge('delivery_attempts_unrecorded', 'Ended POSTs that are not in the log yet; at MAX_IN_FLIGHT no POST begins', {
    collect() {
      this.set(log.unrecorded);
    },
  }),
  openCircuits: metrics.gauge('delivery_open_circuits', 'Receivers that time out and get only probes; each is counted by one process', {
    collect() {
      this.set(queues.openCircuits);
    },
  }),
  rows: metrics.gauge('delivery_overflow_rows', 'Attempts that wait in table delivery_overflow, exact up to 20,000: take the maximum'),
  receivers: metrics.gauge('delivery_overflow_receivers', 'Receivers with attempts in table delivery_overflow: take the maximum'),
  held: metrics.gauge('delivery_held_receivers', 'Receivers that have asked by Retry-After to be left alone: take the maximum'),
  limited: metrics.gauge(
    'delivery_limited_receivers',
    'Receivers whose attempts wait for more than 5 s because of the limits that their owner has set: take the maximum',
  ),
  oldest: metrics.gauge(
    'delivery_overflow_oldest_timestamp_seconds',
    'When the first row of table delivery_overflow came; absent = none: take the minimum',
  ),
});

/** Exports the numbers of waiting attempts as metrics. */
@Injectable()
export class WaitingMetricsJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly recurring: Recurring;
  private readonly metrics: ReturnType<typeof toWaitingMetrics>;

  constructor(
    private readonly repository: OverflowRepository,
    turns: Turns,
    queues: ReceiverQueues,
    log: AttemptLog,
    metrics: Metrics,
    logger: Logger,
    @Inject(CONFIG) config: WebhookSenderConfig,
  ) {
    this.metrics = toWaitingMetrics(metrics, { turns, queues, log });
    this.recurring = new Recurring({
      everyMs: config.metricsPollMs,
      work: () => this.look(),
      onFailure: (error) => logger.debug('overflow.notCounted', errorFields(error)), // the next look follows soon; database_up reports the database
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recurring.stop();
  }

  private async look(): Promise<void> {
    const { rows, receivers, held, limited, oldestMs } = await this.repository.depth();
    const { metrics } = this;
    metrics.rows.set(rows);
    metrics.receivers.set(receivers);
    metrics.held.set(held);
    metrics.limited.set(limited);
    if (oldestMs === null) metrics.oldest.remove();
    else metrics.oldest.set(oldestMs / 1000);
  }
}
