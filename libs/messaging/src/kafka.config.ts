import { asBrokers, asInteger, asMatching, type ConfigOf, HOUR, MINUTE, optional, required, SECOND } from '#libs/config';

export const kafkaSettings = {
  kafkaBrokers: required('KAFKA_BROKERS', asBrokers, 'the Kafka cluster, host:port,host:port'),
  topicPrefix: optional(
    'TOPIC_PREFIX',
    asMatching(/^[A-Za-z0-9._-]{0,100}$/, 'acme.'),
    '',
    'put before every topic and consumer group name, separator included',
  ),
  // Longer than session and rebalance together (40 s), or the watchdog kills healthy apps.
  stuckAfterMs: optional(
    'STUCK_AFTER_MS',
    asInteger(SECOND, HOUR),
    String(2 * MINUTE),
    'a consumer without progress, or without a sign of the broker, for so long ends its app, ms; less than 40000 is for tests',
  ),
};

export const topicSettings = {
  topicPartitions: optional('TOPIC_PARTITIONS', asInteger(1, 1000), '12', 'partitions of every topic'),
  topicReplication: optional(
    'TOPIC_REPLICATION',
    asInteger(0, 9),
    '0',
    'copies of every partition; 0 = three, or as many as there are brokers',
  ),
};

/** `startWithinMs`: how long broker and topics are waited for at the start, ms (START_WITHIN_MS of the apps); default 0. */
export type KafkaConfig = ConfigOf<typeof kafkaSettings> & { readonly startWithinMs?: number };
export type TopicConfig = ConfigOf<typeof topicSettings>;
