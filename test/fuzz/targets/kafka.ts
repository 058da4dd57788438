// The parts of a message that a producer puts around its value: keys, headers, timestamps.
import { readScan } from '../../../apps/event-builder/src/consignment/arrival.js';
import { toConsumed } from '../../../libs/messaging/src/consumer/consumed-message.js';
import type { KafkaRecord } from '#libs/messaging/client';
import { deadLetterHeaders } from '../../../libs/messaging/src/dead-letters/dead-letter.js';
import { letterText, talliesText } from '../../../libs/messaging/src/dead-letters/dead-letter-texts.js';
import { aScan } from '../../builders/parcel-world.js';
import { hold, isOneLine, type Target, twice } from '../target.js';

const SCAN = Buffer.from(JSON.stringify(aScan('Delivered', '2026-03-28T10:00:00Z')));
/** Bytes that the headers of a dead letter may add (topics.ts: DLQ_HEADROOM_BYTES). */
const HEADROOM_BYTES = 256 * 1024;
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** The input has four lines: name of a header, its value, the key and the timestamp. */
export const KAFKA: Target = {
  name: 'kafka',
  what: 'key, headers and timestamp of a message → trace context, dead letter, and the operator’s view of it',
  seeds: [
    `traceparent\n${TRACEPARENT}\ndhl-germany:00340434161094015902\n1774864800000`,
    'first-seen\n2026-01-01\n\n-1',
    Buffer.concat([Buffer.from('first-seen\n'), Buffer.alloc(300_000, 0xff), Buffer.from('\nk\n0')]),
    'reason\nE_JSON\nkey\n9223372036854775807',
    Buffer.concat([Buffer.from('x\n'), Buffer.alloc(300_000, 0xff), Buffer.from('\nk\n-9000000000000000')]),
  ],
  words: [TRACEPARENT, 'traceparent', 'src-offset', 'detail', '8640000000000001', '0', 'NaN'],
  check: (input) => {
    const [name, value, key, timestamp] = fieldsOf(input);
    const message = toMessage({ name: name.toString(), value, key, timestamp: timestamp.toString() });
    const consumed = twice(() => toConsumed('scans', { partition: 0, high: '1' }, message));
    const arrival = twice(() => readScan(consumed, 0));
    const carried = arrival.ok ? arrival.value.traceparent : undefined;
    hold(carried === undefined || /^[0-9a-f-]{55}$/.test(carried), 'a trace context has its standard form');
    const headers = deadLetterHeaders(consumed, { reason: 'E_JSON', detail: input.toString(), prefix: '' });
    hold(bytesOf(headers) <= bytesOf(message.headers ?? {}) + HEADROOM_BYTES, 'a dead letter fits its topic');
    holdReadable(consumed.key?.toString() ?? '', name.toString());
  },
};

function fieldsOf(input: Buffer): [Buffer, Buffer, Buffer, Buffer] {
  const fields: Buffer[] = [];
  let rest = input;
  for (let end = rest.indexOf(10); end >= 0 && fields.length < 3; end = rest.indexOf(10)) {
    fields.push(rest.subarray(0, end));
    rest = rest.subarray(end + 1);
  }
  const [name, value, key, timestamp] = [...fields, rest];
  const none = Buffer.alloc(0);
  return [name ?? none, value ?? none, key ?? none, timestamp ?? none];
}

interface Fields {
  readonly name: string;
  readonly value: Buffer;
  readonly key: Buffer;
  readonly timestamp: string;
}

const toMessage = ({ name, value, key, timestamp }: Fields): KafkaRecord => ({
  key: key.length === 0 ? null : key,
  value: SCAN,
  timestamp,
  offset: '0',
  headers: Object.fromEntries([[name, value]]),
});

const bytesOf = (headers: Readonly<Record<string, unknown>>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value as string | Buffer), 0);

function holdReadable(key: string, reason: string): void {
  const letter = { partition: 0, offset: '0', key, reason, detail: key, firstSeen: key, isReplayed: false };
  const lines = [letterText('scans', letter), ...talliesText('scans', new Map([[reason, { total: 1, waiting: 1, oldest: key }]]))];
  hold(lines.every(isOneLine), 'no line of the dead-letter listing contains control characters');
}
