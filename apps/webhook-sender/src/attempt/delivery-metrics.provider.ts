import { OUTCOMES } from '#libs/contracts';
import type { Labels, Metrics } from '#libs/observability';
import type { DueHeads } from './due-heads.js';
import type { ReceiverOutcomes } from './receiver-outcomes.js';

const ATTEMPT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];
/** From milliseconds up to a whole chain of retries: 15 half hours. */
const WAY_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 2400, 7200, 28_800];

const OUTCOME: Labels<'outcome'> = { outcome: `the ${OUTCOMES.length} outcome classes` };
export const ENDINGS = ['delivered', 'exhausted', 'expired', 'cancelled'] as const;

/** The objects that the gauges read at a scrape. */
interface Sources {
  readonly receivers: ReceiverOutcomes;
  readonly retries: DueHeads;
  readonly nowMs: () => number;
}

/** The metrics of deliveries. */
export type DeliveryMetrics = ReturnType<typeof toDeliveryMetrics>;

/** Call this once per registry. */
export const toDeliveryMetrics = (metrics: Metrics, sources: Sources) => ({
  ...ofAttempts(metrics),
  ...ofWays(metrics),
  ...ofReceivers(metrics, sources),
  retries: metrics.gauge(
    'delivery_retries_oldest_due_timestamp_seconds',
    "When the first waiting retry of this process' partitions is due; in the past = late; absent = none: take the minimum",
    {
      collect() {
        const { oldestMs } = sources.retries;
        if (oldestMs === undefined) this.remove();
        else this.set(oldestMs / 1000);
      },
    },
  ),
});

const ofAttempts = (metrics: Metrics) => ({
  attempts: metrics.counter('delivery_attempts_total', 'POSTs made, by how they ended', { labels: OUTCOME }),
  seconds: metrics.histogram('delivery_attempt_seconds', 'Duration of one POST with its whole answer', {
    labels: OUTCOME,
    buckets: ATTEMPT_SECONDS,
  }),
  localFaults: metrics.counter(
    'delivery_local_faults_total',
    'Tries that failed because of the service itself; they count against no receiver',
    {
      labels: { side: '`machine`, `proxy`, `dns`' },
    },
  ),
  connectionFaults: metrics.counter(
    'connection_faults_total',
    'Connections to receivers and token endpoints that ended because the service’s own code threw an error',
  ),
  endings: metrics.counter('deliveries_total', 'Deliveries that ended', {
    labels: { status: ENDINGS.map((each) => `\`${each}\``).join(', ') },
  }),
  overflowed: metrics.counter('delivery_overflowed_total', 'Attempts that went to table delivery_overflow'),
});

const ofWays = (metrics: Metrics) => ({
  scanToFirst: metrics.histogram(
    'delivery_scan_to_first_attempt_seconds',
    'From the Kafka timestamp of the scan or record (or from the overdue send date) to the first POST',
    { buckets: WAY_SECONDS },
  ),
  eventToSuccess: metrics.histogram(
    'delivery_event_to_success_seconds',
    'From the Kafka timestamp of the event (after a retry or a wait in the table: of the scan) to the end of the 2xx',
    { buckets: WAY_SECONDS },
  ),
});

const ofReceivers = (metrics: Metrics, { receivers, nowMs }: Sources) => ({
  receivers: metrics.gauge(
    'delivery_receivers',
    'Receivers that this process sent to in the last 45 minutes, by the last outcome: take the maximum',
    {
      labels: OUTCOME,
      collect() {
        const counts = receivers.counts(nowMs());
        OUTCOMES.forEach((outcome) => this.set({ outcome }, counts.get(outcome) ?? 0));
      },
    },
  ),
});
