import type { Batch, KafkaMessage } from 'kafkajs';
import type { TopicName } from '#libs/contracts';
import { whyUnread } from '../codec/unread-batch.js';

/** One Kafka record as handlers see it. */
export interface ConsumedMessage {
  /** Without the prefix. */
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** The record's own timestamp, epoch ms, from 1970 to 9998. */
  readonly timestampMs: number;
  /** As text: the headers that the apps read. */
  readonly headers: Readonly<Record<string, string>>;
  /** As they came, for whom they are passed on to: bytes that are no text grow when they are read as one. */
  readonly rawHeaders?: KafkaMessage['headers'];
  /** How many messages the partition held behind this one when it was fetched. */
  readonly unreadBehind?: number;
  /** It replaces a batch that could not be read, for this reason: no handler sees it. */
  readonly unread?: string | undefined;
  /** The partition is read again where its handler has left messages; this one was seen before. */
  readonly isAgain?: boolean;
}

type FetchedFrom = Pick<Batch, 'partition' | 'highWatermark'>;

/** Producers write any 64 bits: of what is no moment of this age, the nearest one that is. A date beyond ends in an exception. */
const LATEST_MS = Date.UTC(9998, 0, 1);
const toTimestampMs = (timestamp: string): number => Math.min(Math.max(Number(timestamp) || 0, 0), LATEST_MS);

export function toConsumed(topic: TopicName, { partition, highWatermark }: FetchedFrom, message: KafkaMessage): ConsumedMessage {
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key,
    value: message.value,
    timestampMs: toTimestampMs(message.timestamp),
    headers: toTexts(message.headers),
    rawHeaders: message.headers,
    unreadBehind: Number(highWatermark) - Number(message.offset) - 1,
    unread: whyUnread(message),
  };
}

/** Without prototype, like the headers themselves. */
function toTexts(headers: KafkaMessage['headers']): Record<string, string> {
  const texts = Object.create(null) as Record<string, string>;
  for (const name in headers) texts[name] = toText(headers[name]);
  return texts;
}

const toText = (value: Buffer | string | (Buffer | string)[] | undefined): string =>
  Buffer.isBuffer(value) ? value.toString() : Array.isArray(value) ? value.join(',') : (value ?? '');

/** The message in one piece of memory of its own: a fetch is one piece, and stays in memory as a whole while any part of it is needed. */
export function withOwnBytes(message: KafkaMessage): KafkaMessage {
  const values = [message.key, message.value, ...Object.values(message.headers ?? {}).flat()];
  const own = Buffer.allocUnsafeSlow(values.reduce((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0));
  let end = 0;
  const moved = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(moved) as T;
    return Buffer.isBuffer(value) ? (own.subarray(end, (end += value.copy(own, end))) as unknown as T) : value;
  };
  const { key, value, headers } = message;
  return { ...message, key: moved(key), value: moved(value), headers: mapValues(headers, moved) } as KafkaMessage;
}

const mapValues = <T>(values: Readonly<Record<string, T>> | undefined, change: (value: T) => T): Record<string, T> | undefined =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
