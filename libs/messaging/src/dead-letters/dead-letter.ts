import type { IHeaders } from 'kafkajs';
import { MIB } from '#libs/config';
import { dlqOf } from '#libs/contracts';
import { bytesOf } from '../producer/batches.js';
import type { ConsumedMessage } from '../consumer/consumed-message.js';
import type { OutgoingMessage } from '../producer/producer.client.js';
import type { Verdict } from '../consumer/verdict.js';

export interface Rejected {
  readonly message: ConsumedMessage;
  readonly verdict: Verdict & { readonly kind: 'deadLetter' };
}

/** What to put on a message that goes to `<topic>.dlq` (domain D.1). */
interface Why {
  readonly reason: string;
  readonly detail: string;
  readonly prefix: string;
  /** What of it could not be taken along. */
  readonly leftOut?: string | undefined;
}

/** On a dead letter that is not all that came: what is missing, with its size. */
export const LEFT_OUT_HEADER = 'left-out';
const MAX_DETAIL_CHARS = 1000;
/** A time, as the apps write it; another producer's header of that name can be anything. */
const MAX_FIRST_SEEN_CHARS = 40;
/** With those that say why it must still be read: less than codec/decompression-budget.ts takes. */
const MOST_HEADERS = 1_000;
const MOST_HEADER_BYTES = MIB;
/** A key that says which parcel, not one that is the reason why the letter cannot be written. */
const LONGEST_KEY_BYTES = 1_024;

/** As it came, except for what the producer cannot write. */
export function wholeLetter({ message, verdict }: Rejected, prefix: string): OutgoingMessage {
  const { topic, key, value, rawHeaders = message.headers } = message;
  const count = countOf(rawHeaders);
  const bytes = bytesOf({ key: null, value: null, headers: rawHeaders });
  const leftOut = count > MOST_HEADERS || bytes > MOST_HEADER_BYTES ? `${count} headers of ${bytes} bytes` : undefined;
  const headers = deadLetterHeaders(leftOut === undefined ? message : bare(message), { ...verdict, prefix, leftOut });
  return { topic: dlqOf(topic), key, value, headers };
}

/** Source and reason only, without the parts that may be too large: used for a dead letter that no broker accepts whole. */
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

/** Whether its message was in a topic that no longer exists. */
export const isBareLetter = ({ value, headers }: { value: Buffer | null; headers?: IHeaders }): boolean =>
  value === null && headers?.[LEFT_OUT_HEADER] !== undefined;

export function deadLetterHeaders(message: ConsumedMessage, why: Why): IHeaders {
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

/** A name may come several times. */
const countOf = (headers: Readonly<IHeaders>): number =>
  Object.values(headers).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);

/** The headers of the dead letter are removed, except its age. */
function bare(message: ConsumedMessage): ConsumedMessage {
  const firstSeen = message.headers['first-seen'];
  return { ...message, rawHeaders: undefined, headers: { ...(firstSeen !== undefined && { 'first-seen': firstSeen }) } };
}

/** A header needs no value, but kafkajs cannot write one without: it goes on as an empty one. */
export const writable = (headers: Readonly<IHeaders>): IHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.map((each) => each ?? '') : (value ?? '')]),
  );
