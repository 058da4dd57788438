// The only file that names topics. The full name on the broker is TOPIC_PREFIX + name.
const DAY_MS = 24 * 60 * 60 * 1000;
const MIB = 1024 * 1024;

export const TOPICS = {
  /** carrier intake, token-api → event-builder; key `courier:TRACKING` */
  scans: { name: 'scans', retentionMs: 7 * DAY_MS, maxMessageBytes: MIB },
  /** retailer, token-api → event-builder; key `courier:TRACKING` */
  records: { name: 'records', retentionMs: 7 * DAY_MS, maxMessageBytes: MIB },
  /** event-builder → webhook-sender; key consignment id */
  events: { name: 'events', retentionMs: 7 * DAY_MS, maxMessageBytes: 8 * MIB },
  /** webhook-sender, token-api → webhook-sender: one POST to make; key `receiverId` */
  deliveryAttempts: { name: 'delivery-attempts', retentionMs: 7 * DAY_MS, maxMessageBytes: 8 * MIB },
  /** webhook-sender → itself, held until dueAt; key `receiverId:consignmentId` */
  deliveryRetries: { name: 'delivery-retries', retentionMs: 7 * DAY_MS, maxMessageBytes: 8 * MIB },
} as const;

export type TopicName = (typeof TOPICS)[keyof typeof TOPICS]['name'];

/** The consumer groups, without the prefix, and the topics that they read. */
export const GROUPS = {
  parcels: { name: 'event-builder', topics: [TOPICS.scans.name, TOPICS.records.name] },
  events: { name: 'webhook-sender.events', topics: [TOPICS.events.name] },
  attempts: { name: 'webhook-sender.attempts', topics: [TOPICS.deliveryAttempts.name] },
  retries: { name: 'webhook-sender.retries', topics: [TOPICS.deliveryRetries.name] },
} as const;

/** Prefixes of the consumer groups that the dead-letter commands use. */
export const DLQ_GROUPS = { list: 'dlq-list-', replay: 'dlq-replay.' } as const;

const DLQ_SUFFIX = '.dlq';
const DLQ_RETENTION_MS = 30 * DAY_MS;
/** Kafka removes whole segments, once their last message is past retention. A segment of a week would keep its first message for two weeks. */
const SEGMENT_MS = DAY_MS;
/** The longest time that a topic keeps a message. The minutes between the broker's checks are rounded up to an hour. */
export const LONGEST_IN_TOPIC_MS = 7 * DAY_MS + SEGMENT_MS + DAY_MS / 24;
/** The longest time that a dead-letter topic keeps a message. */
export const LONGEST_IN_DLQ_MS = DLQ_RETENTION_MS + SEGMENT_MS + DAY_MS / 24;
/** The largest message of a topic must fit into its dead-letter topic together with the reason headers, or it would stop the consumer. */
const DLQ_HEADROOM_BYTES = 256 * 1024;

/** The dead-letter topic, `<topic>.dlq`: refused messages with their original bytes, and headers that say why. */
export const dlqOf = (topic: TopicName): string => `${topic}${DLQ_SUFFIX}`;

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly replicationFactor: number;
  /** All overrides: Kafka's alterConfigs resets every override that is not passed to it. */
  readonly config: Readonly<Record<string, string>>;
}

export interface TopicLayout {
  readonly prefix: string;
  readonly partitions: number;
  readonly replicationFactor: number;
}

/** Returns every topic of the service with its settings. `scans` and `records` always have equal partition counts (domain D.1). */
export function topicSpecs(layout: TopicLayout): TopicSpec[] {
  return Object.values(TOPICS).flatMap((topic) => [
    specOf(layout, topic.name, { retentionMs: topic.retentionMs, maxMessageBytes: topic.maxMessageBytes }),
    specOf(layout, dlqOf(topic.name), { retentionMs: DLQ_RETENTION_MS, maxMessageBytes: topic.maxMessageBytes + DLQ_HEADROOM_BYTES }),
  ]);
}

function specOf(layout: TopicLayout, name: string, limits: { retentionMs: number; maxMessageBytes: number }): TopicSpec {
  return {
    name: layout.prefix + name,
    partitions: layout.partitions,
    replicationFactor: layout.replicationFactor,
    config: {
      'cleanup.policy': 'delete',
      'retention.ms': String(limits.retentionMs),
      'segment.ms': String(SEGMENT_MS),
      'max.message.bytes': String(limits.maxMessageBytes),
      'min.insync.replicas': String(Math.max(1, layout.replicationFactor - 1)),
    },
  };
}
