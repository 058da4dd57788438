import { MESSAGE_FAULTS, TOPICS } from '#libs/contracts';
import type { Labels, Metrics } from '#libs/observability';

const BATCH_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];
const BATCH_MESSAGES = [1, 2, 5, 10, 25, 50, 100, 250, 500];
const PUBLISH_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15];

const TOPIC: Labels<'topic'> = { topic: `the ${Object.keys(TOPICS).length} topics` };
const WITH_DLQ: Labels<'topic'> = { topic: 'the topics and their `.dlq`' };
const GROUP: Labels<'group'> = { group: 'the 4 consumer groups' };

export type MessagingMetrics = ReturnType<typeof toMessagingMetrics>;

/** Registers the metrics. To be called once for each registry. */
export const toMessagingMetrics = (metrics: Metrics) => ({ ...ofMessages(metrics), ...ofProgress(metrics), ...ofClient(metrics) });

const ofMessages = (metrics: Metrics) => ({
  messages: metrics.counter('kafka_messages_processed_total', 'Messages that got their verdict', { labels: TOPIC }),
  deadLettered: metrics.counter('kafka_messages_dead_lettered_total', 'Messages sent to a dead-letter topic', {
    labels: { ...TOPIC, reason: `${MESSAGE_FAULTS.length} faults, \`E_BATCH\` and \`E_INTERNAL\`` },
  }),
  batchSeconds: metrics.histogram('kafka_batch_seconds', 'Time a handler took for one batch', { labels: TOPIC, buckets: BATCH_SECONDS }),
  batchMessages: metrics.histogram('kafka_batch_messages', 'Messages handed to a handler at once', {
    labels: TOPIC,
    buckets: BATCH_MESSAGES,
  }),
});

const ofProgress = (metrics: Metrics) => ({
  lag: metrics.gauge('kafka_consumer_lag', 'Messages after the committed offset of a partition that this process reads: add up', {
    labels: { ...TOPIC, partition: 'partitions that the process reads, all processes together those of the topic' },
  }),
  groupLag: metrics.gauge(
    'kafka_consumer_group_lag',
    'Messages after the committed offsets of the whole topic (delivery-retries: the pending retries): take the maximum',
    { labels: TOPIC },
  ),
  partitions: metrics.gauge('kafka_consumer_partitions', 'Partitions that this process reads; 0 = it is in no group', { labels: TOPIC }),
  lastCommit: metrics.gauge('kafka_last_commit_timestamp_seconds', 'When this process last committed an offset: take the maximum', {
    labels: TOPIC,
  }),
  deadLetters: metrics.gauge('kafka_dead_letters', 'Messages in the dead-letter topic, replayed or not: take the maximum', {
    labels: TOPIC,
  }),
});

const ofClient = (metrics: Metrics) => ({
  brokers: metrics.gauge('kafka_brokers', 'Brokers of the cluster when last asked; 0 = no answer, absent = not asked yet', {
    isAbsentAtFirst: true,
  }),
  publishSeconds: metrics.histogram('kafka_publish_seconds', 'Time of one send until every in-sync replica had it', {
    labels: WITH_DLQ,
    buckets: PUBLISH_SECONDS,
  }),
  publishFailures: metrics.counter('kafka_publish_failures_total', 'Sends that were given up after retries', {
    labels: WITH_DLQ,
  }),
  joins: metrics.counter('kafka_consumer_joins_total', 'Joins of the consumer group by this process', {
    labels: GROUP,
  }),
  crashes: metrics.counter('kafka_consumer_crashes_total', 'Times a consumer broke off', {
    labels: GROUP,
  }),
});
