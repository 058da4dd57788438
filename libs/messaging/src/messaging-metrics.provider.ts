import type { Metrics } from '#libs/observability';

const BATCH_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

export type MessagingMetrics = ReturnType<typeof toMessagingMetrics>;

export const toMessagingMetrics = (metrics: Metrics) => ({
  messages: metrics.counter('kafka_messages_total', 'Messages that got their verdict', ['topic']),
  parked: metrics.counter('kafka_messages_parked_total', 'Messages sent to a dead-letter topic', ['topic', 'reason']),
  batchSeconds: metrics.histogram('kafka_batch_seconds', 'Time a handler took for one batch', {
    labelNames: ['topic'],
    buckets: BATCH_SECONDS,
  }),
  lag: metrics.gauge('kafka_consumer_lag', 'Messages between the batch last fetched and the end of its partition', ['topic', 'partition']),
});
