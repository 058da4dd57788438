import { MIB } from '#libs/config';
import { dlqOf } from '#libs/contracts';
import type { KafkaRecord, RecordHeaders } from '../kafka.js';
import { bytesOf } from '../producer/batches.js';
import type { ConsumedMessage } from '../consumer/consumed-message.js';
import type { OutgoingMessage } from '../producer/producer.client.js';
import type { Verdict } from '../consumer/verdict.js';

export interface Rejected {
  readonly message: ConsumedMessage;
  readonly verdict: Verdict & { readonly kind: 'deadLetter' };
}

/** The contents of the headers that a dead letter gets (domain D.1). */
interface Why {
  readonly reason: string;
  readonly detail: string;
  readonly prefix: string;
  /** The parts of the message that the letter lacks. */
  readonly leftOut?: string | undefined;
}

/** The header that names the parts that a dead letter lacks, with their sizes. */
export const LEFT_OUT_HEADER = 'left-out';
const MAX_DETAIL_CHARS = 1000;
/** The apps write a time into `first-seen`. A header of this name from another producer can be anything. */
const MAX_FIRST_SEEN_CHARS = 40;
/** Below the limits of codec/decompression-budget.ts: the letter must be readable with the headers that it gets. */
const MOST_HEADERS = 1_000;
const MOST_HEADER_BYTES = MIB;
/** A longer key names no parcel, and may be the reason why the letter cannot be written. */
const LONGEST_KEY_BYTES = 1_024;

/** Makes a dead letter with everything that came, except for headers that the producer cannot write. */
export function wholeLetter({ message, verdict }: Rejected, prefix: string): OutgoingMessage {
  const { topic, key, value, rawHeaders = message.headers } = message;
  const count = countOf(rawHeaders);
  const bytes = bytesOf({ key: null, value: null, headers: rawHeaders });
  const leftOut = count > MOST_HEADERS || bytes > MOST_HEADER_BYTES ? `${count} headers of ${bytes} bytes` : undefined;
  const headers = deadLetterHeaders(leftOut === undefined ? message : bare(message), { ...verdict, prefix, leftOut });
  return { topic: dlqOf(topic), key, value, headers };
}

/** Makes a dead letter with source and reason only: for a letter that no broker accepts whole. */
export function bareLetter({ message, verdict }: Rejected, prefix: string): OutgoingMessage {
  const { topic, key, value, rawHeaders = message.headers } = message;
  const isKeyLeftOut = (key?.length ?? 0) > LONGEST_KEY_BYTES;
  const count = countOf(rawHeaders);
  const leftOut = [
    value && `a value of ${value.length} bytes`,
    isKeyLeftOut && `a key of ${key!.length} bytes`,
    count > 0 && `${count} headers of ${bytesOf({ key: null, value: null, headers: rawHeaders })} bytes`,
  ].filter(Boolean);
  const headers = deadLetterHeaders(bare(message), { ...verdict, prefix, leftOut: leftOut.join(', ') });
  return { topic: dlqOf(topic), key: isKeyLeftOut ? null : key, value: null, headers };
}

/** Whether a dead letter lacks the value of its message. */
export const isBareLetter = ({ value, headers }: Pick<KafkaRecord, 'value' | 'headers'>): boolean =>
  value === null && headers?.[LEFT_OUT_HEADER] !== undefined;

export function deadLetterHeaders(message: ConsumedMessage, why: Why): RecordHeaders {
  const firstSeen = message.headers['first-seen'];
  const isTime = firstSeen !== undefined && firstSeen.length <= MAX_FIRST_SEEN_CHARS;
  return {
    ...writable(message.rawHeaders ?? message.headers),
    reason: why.reason,
    detail: (why.leftOut === undefined ? why.detail : `left out: ${why.leftOut}; ${why.detail}`).slice(0, MAX_DETAIL_CHARS),
    'src-topic': why.prefix + message.topic,
    'src-partition': String(message.partition),
    'src-offset': message.offset,
    'first-seen': isTime ? firstSeen : new Date(message.timestampMs).toISOString(),
    ...(why.leftOut !== undefined && { [LEFT_OUT_HEADER]: why.leftOut }),
  };
}

/** Counts headers. A name may come several times. */
const countOf = (headers: RecordHeaders): number =>
  Object.values(headers).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);

/** Removes the headers of a message, except for its age as a dead letter. */
function bare(message: ConsumedMessage): ConsumedMessage {
  const firstSeen = message.headers['first-seen'];
  return { ...message, rawHeaders: undefined, headers: { ...(firstSeen !== undefined && { 'first-seen': firstSeen }) } };
}

/** Gives headers without a value an empty value. A header needs no value, but kafkajs writes none without. */
export const writable = (headers: RecordHeaders): RecordHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.map((each) => each ?? '') : (value ?? '')]),
  );
