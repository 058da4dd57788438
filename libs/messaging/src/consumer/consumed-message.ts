import type { TopicName } from '#libs/contracts';
import { whyUnread } from '../codec/unread-batch.js';
import type { FetchedBatch, KafkaRecord, RecordHeaders } from '../kafka.js';

/** A Kafka record as handlers see it. */
export interface ConsumedMessage {
  /** Without the prefix. */
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** The record's own timestamp, epoch ms, from 1970 to 9998. */
  readonly timestampMs: number;
  /** The headers as text, for the apps. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers as they came, for a dead letter: bytes that are no text grow when they are read as text. */
  readonly rawHeaders?: RecordHeaders | undefined;
  /** How many messages lay behind this one in the partition when it was fetched. */
  readonly unreadBehind?: number;
  /** The reason why the batch that this message stands for could not be read. No handler sees such a message. */
  readonly unread?: string | undefined;
  /** True = a handler has seen the message before: its partition is read again for messages that were left. */
  readonly isAgain?: boolean;
}

type FetchedFrom = Pick<FetchedBatch, 'partition' | 'high'>;

/** Producers can write any 64 bits. A timestamp out of range becomes the nearest in range: a later date would end in an exception. */
const LATEST_MS = Date.UTC(9998, 0, 1);
const toTimestampMs = (timestamp: string): number => Math.min(Math.max(Number(timestamp) || 0, 0), LATEST_MS);

export function toConsumed(topic: TopicName, { partition, high }: FetchedFrom, record: KafkaRecord): ConsumedMessage {
  return {
    topic,
    partition,
    offset: record.offset,
    key: record.key,
    value: record.value,
    timestampMs: toTimestampMs(record.timestamp),
    headers: toTexts(record.headers),
    rawHeaders: record.headers,
    unreadBehind: Number(high) - Number(record.offset) - 1,
    unread: whyUnread(record),
  };
}

/** The texts have no prototype, because a header can be named like a property that every object has. */
function toTexts(headers: RecordHeaders | undefined): Record<string, string> {
  const texts = Object.create(null) as Record<string, string>;
  for (const name in headers) texts[name] = toText(headers[name]);
  return texts;
}

const toText = (value: RecordHeaders[string]): string =>
  Buffer.isBuffer(value) ? value.toString() : Array.isArray(value) ? value.join(',') : (value ?? '');

/** Copies a record into memory of its own: a fetch is one buffer, which stays in memory as long as any record points into it. */
export function withOwnBytes(record: KafkaRecord): KafkaRecord {
  const values = [record.key, record.value, ...Object.values(record.headers ?? {}).flat()];
  const own = Buffer.allocUnsafeSlow(values.reduce((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0));
  let end = 0;
  const moved = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(moved) as T;
    return Buffer.isBuffer(value) ? (own.subarray(end, (end += value.copy(own, end))) as unknown as T) : value;
  };
  const { key, value, headers } = record;
  return { ...record, key: moved(key), value: moved(value), headers: mapValues(headers, moved) };
}

const mapValues = <T>(values: Readonly<Record<string, T>> | undefined, change: (value: T) => T): Record<string, T> | undefined =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
