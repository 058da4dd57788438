import type { KafkaMessage } from 'kafkajs';
import type { TopicName } from '#libs/contracts';

/** One Kafka record as handlers see it. */
export interface ConsumedMessage {
  /** Without the prefix. */
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** The record's own timestamp, epoch ms. */
  readonly timestampMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function toConsumed(topic: TopicName, partition: number, message: KafkaMessage): ConsumedMessage {
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key,
    value: message.value,
    timestampMs: Number(message.timestamp),
    headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, toText(value)])),
  };
}

const toText = (value: Buffer | string | (Buffer | string)[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : String(value ?? '');

const MAX_DETAIL_CHARS = 1000;

/** What to put on a message that goes to `<topic>.dlq` (domain D.1). */
export const deadLetterHeaders = (
  message: ConsumedMessage,
  why: { reason: string; detail: string; prefix: string },
): Record<string, string> => ({
  ...message.headers,
  reason: why.reason,
  detail: why.detail.slice(0, MAX_DETAIL_CHARS),
  'src-topic': why.prefix + message.topic,
  'src-partition': String(message.partition),
  'src-offset': message.offset,
  'first-seen': message.headers['first-seen'] ?? new Date(message.timestampMs).toISOString(),
});
