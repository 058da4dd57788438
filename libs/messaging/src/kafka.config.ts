import {
  asBoolean,
  asBrokers,
  asCertificatesFile,
  asInteger,
  asMatching,
  asOneOf,
  asOwnCertificateFile,
  asPrivateKeyFile,
  asSecret,
  asText,
  type ConfigOf,
  HOUR,
  MINUTE,
  optional,
  required,
  SECOND,
} from '#libs/config';

/** How the apps reach the brokers and log in. The apps read certificate files at the start only: a rotated file takes effect at the next start. */
const securitySettings = {
  kafkaTls: optional('KAFKA_TLS', asBoolean, 'false', 'true = TLS to the brokers'),
  kafkaCa: optional(
    'KAFKA_CA_FILE',
    asCertificatesFile,
    '',
    "PEM file with the authority of the brokers' certificates; empty = the public authorities",
  ),
  kafkaCert: optional('KAFKA_CERT_FILE', asOwnCertificateFile, '', 'PEM file with a client certificate, where brokers want one'),
  kafkaKey: optional('KAFKA_KEY_FILE', asPrivateKeyFile, '', 'PEM file with the private key of KAFKA_CERT_FILE'),
  kafkaSaslMechanism: optional(
    'KAFKA_SASL_MECHANISM',
    asOneOf('', 'plain', 'scram-sha-256', 'scram-sha-512'),
    '',
    'login to the brokers: plain, scram-sha-256 or scram-sha-512; empty = none',
  ),
  kafkaUsername: optional('KAFKA_USERNAME', asText, '', 'user name at the brokers'),
  kafkaPassword: optional('KAFKA_PASSWORD', asSecret, '', 'the password of KAFKA_USERNAME'),
};

export const kafkaSettings = {
  kafkaBrokers: required('KAFKA_BROKERS', asBrokers, 'the Kafka cluster, host:port,host:port'),
  ...securitySettings,
  topicPrefix: optional(
    'TOPIC_PREFIX',
    asMatching(/^[A-Za-z0-9._-]{0,100}$/, 'acme.'),
    '',
    'prefix of every topic and consumer group, separator included',
  ),
  kafkaSessionTimeoutMs: optional(
    'KAFKA_SESSION_TIMEOUT_MS',
    asInteger(2 * SECOND, MINUTE),
    String(10 * SECOND),
    "silence after which a consumer's partitions go to other instances, ms; the brokers must allow it (group.min.session.timeout.ms, 6000 by default)",
  ),
  // Longer than a session (60 s at most) plus a rebalance (30 s), or the watchdog would end healthy apps.
  stuckAfterMs: optional(
    'STUCK_AFTER_MS',
    asInteger(SECOND, HOUR),
    String(2 * MINUTE),
    'time without progress, or without a sign of the broker, after which a consumer ends its app, ms; below KAFKA_SESSION_TIMEOUT_MS + 30000 only in tests',
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

/** `startWithinMs`: how long an app waits for broker and topics at its start, ms (START_WITHIN_MS of the apps); default 0. */
export type KafkaConfig = ConfigOf<typeof kafkaSettings> & { readonly startWithinMs?: number };
export type TopicConfig = ConfigOf<typeof topicSettings>;
