// The cases that every receiver package must judge alike: packages/vectors.json.
import { createHmac } from 'node:crypto';
import {
  type CloudEventIdentity,
  EVENT_NAMES,
  exampleOperationalEvent,
  OPERATIONAL_EVENT_NAMES,
  toOperationalBody,
  toTrackingBody,
  WEBHOOK_FORMATS,
  type WebhookFormat,
} from '#libs/contracts';
import { exampleEvents } from './example-events.js';

/** The status of the answer by what is wrong; `ok` = nothing. */
const ANSWERS = {
  ok: 204,
  missing_header: 401,
  duplicate_header: 401,
  bad_timestamp: 401,
  too_old: 401,
  too_new: 401,
  no_known_signature: 401,
  wrong_signature: 401,
  changed_body: 401,
  not_json: 400,
  not_a_webhook: 400,
} as const;
type Why = keyof typeof ANSWERS;

type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface Vector {
  readonly name: string;
  /** The secrets of the receiver, newest first. */
  readonly secrets: readonly string[];
  /** Unix time of the receiver's clock, seconds. */
  readonly now: number;
  /** A list = the header comes several times. */
  readonly headers: Headers;
  /** The bytes of the body, if they are UTF-8. */
  readonly body?: string;
  /** The bytes of the body, if they are not UTF-8. */
  readonly bodyBase64?: string;
  /** The status of the answer. */
  readonly answer: number;
  readonly why: Why;
  /** What an accepted request says. */
  readonly webhook?: Facts;
}

interface Facts {
  readonly kind: 'tracking' | 'operational' | 'unknown';
  readonly event: string;
  readonly eventid: string;
  readonly timestamp: string | null;
  /** Of tracking events only; null = unknown. */
  readonly expectedDelivery?: Expected | null;
}

interface Expected {
  readonly startDate: string;
  readonly endDate: string;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

type Json = Readonly<Record<string, unknown>>;

const NOW = 1_774_947_600;
const secretOf = (length: number, seed: number): string =>
  `whsec_${Buffer.from(Array.from({ length }, (_, index) => (index * 37 + seed) % 256)).toString('base64')}`;
const SECRET = secretOf(32, 1);
const OLD_SECRET = secretOf(24, 2);
const STRANGERS_SECRET = secretOf(64, 3);
const ID = 'e6f38cd6-c900-5476-918d-369c82be2652';
const IDENTITY: CloudEventIdentity = { source: 'urn:parcel-event-webhooks', vendor: 'parcel-events' };

interface Signed {
  readonly body?: string | Buffer;
  readonly id?: string;
  readonly at?: number;
  readonly secret?: string;
}

/** @returns the base64 text after `v1,` */
const signatureOf = ({ body = BODY, id = ID, at = NOW, secret = SECRET }: Signed): string =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${at}.`)
    .update(body)
    .digest('base64');

const headersOf = (signed: Signed = {}): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': signed.id ?? ID,
  'webhook-timestamp': String(signed.at ?? NOW),
  'webhook-signature': `v1,${signatureOf(signed)}`,
});

interface Case extends Signed {
  readonly name: string;
  readonly why: Why;
  readonly secrets?: readonly string[];
  readonly headers?: Headers;
  /** The bytes that arrive, if they are not those that were signed. */
  readonly arrives?: string | Buffer;
  readonly webhook?: Facts;
}

function vector({ name, why, secrets = [SECRET], webhook, ...given }: Case): Vector {
  const bytes = Buffer.from(given.arrives ?? given.body ?? BODY);
  const isText = Buffer.from(bytes.toString('utf8')).equals(bytes);
  return {
    name,
    secrets,
    now: NOW,
    headers: given.headers ?? headersOf(given),
    ...(isText ? { body: bytes.toString('utf8') } : { bodyBase64: bytes.toString('base64') }),
    answer: ANSWERS[why],
    why,
    ...(why === 'ok' && { webhook: webhook ?? FACTS }),
  };
}

const examples = exampleEvents();
const delivered = examples.get('onDelivered')!;
const BODY = toTrackingBody(delivered, { format: 'plain', etaUnknownForm: 'object' }, IDENTITY);

const parsed = JSON.parse(BODY) as Json;
const cloudEvent = JSON.parse(toTrackingBody(delivered, { format: 'cloudevents', etaUnknownForm: 'object' }, IDENTITY)) as Json;

const factsOf = (payload: { event: string; eventid: string; timestamp: string; data: { expected_delivery_date_raw: unknown } }): Facts => {
  const { startDate, endDate, startTime = null, endTime = null } = payload.data.expected_delivery_date_raw as Partial<Expected>;
  return {
    kind: 'tracking',
    event: payload.event,
    eventid: payload.eventid,
    timestamp: payload.timestamp,
    expectedDelivery: startDate === undefined || endDate === undefined ? null : { startDate, endDate, startTime, endTime },
  };
};
const FACTS = factsOf(delivered);

/** Every event in both formats. */
const BODIES: readonly { readonly name: string; readonly body: string; readonly facts: Facts }[] = WEBHOOK_FORMATS.flatMap((format) => [
  ...EVENT_NAMES.map((event) => {
    const payload = examples.get(event)!;
    return {
      name: `${event}, ${format}`,
      body: toTrackingBody(payload, { format, etaUnknownForm: 'object' }, IDENTITY),
      facts: factsOf(payload),
    };
  }),
  ...OPERATIONAL_EVENT_NAMES.map((type) => {
    const event = exampleOperationalEvent({ type, eventid: ID, atMs: NOW * 1000 });
    return {
      name: `${type}, ${format}`,
      body: toOperationalBody(event, format, IDENTITY),
      facts: { kind: 'operational' as const, event: type, eventid: ID, timestamp: event.timestamp },
    };
  }),
]);

const ofEvents: readonly Case[] = BODIES.flatMap(({ name, body, facts }): Case[] => [
  { name, body, why: 'ok', webhook: facts },
  { name: `${name}, with another id`, body, arrives: body.replace('-', '+'), why: 'wrong_signature' },
  { name: `${name}, sent an hour ago`, body, at: NOW - 3600, why: 'too_old' },
  { name: `${name}, written over several lines`, body, arrives: JSON.stringify(JSON.parse(body), null, 2), why: 'changed_body' },
]);

const DATE = { startDate: '2026-03-30', endDate: '2026-03-31' };
const WINDOW = { startDate: '2026-03-30', endDate: '2026-03-30', startTime: '10:00:00', endTime: '14:00:00' };
const NO_TIMES = { startTime: null, endTime: null };
/** What `expected_delivery_date_raw` may be, and what it means. Undefined = absent. */
const DATES: readonly (readonly [form: string, raw: unknown, means: Expected | null])[] = [
  ['days', DATE, { ...DATE, ...NO_TIMES }],
  ['a window', WINDOW, WINDOW],
  ['a start without an end in time', { ...DATE, startTime: '10:00:00' }, { ...DATE, startTime: '10:00:00', endTime: null }],
  ['an object as text', JSON.stringify(WINDOW), WINDOW],
  ['days as text', JSON.stringify(DATE), { ...DATE, ...NO_TIMES }],
  ['an empty object', {}, null],
  ['an empty object as text', '{}', null],
  ['an empty text', '', null],
  ['the text null', 'null', null],
  ['null', null, null],
  ['absent', undefined, null],
  ['a start alone', { startDate: '2026-03-30' }, null],
  ['an end alone', { endDate: '2026-03-30' }, null],
  ['an empty list', [], null],
  ['a list', [DATE], null],
  ['a number', 20260330, null],
  ['a flag', false, null],
  ['words', 'soon', null],
  ['half an object as text', '{"startDate":', null],
  ['text in text', JSON.stringify('null'), null],
  ['days that are numbers', { startDate: 1, endDate: 2 }, null],
];

/** Writes the date as the service does today, or as it might one day. */
function withDate(format: WebhookFormat, raw: unknown): string {
  const data = { ...delivered.data, expected_delivery_date_raw: raw };
  return JSON.stringify(format === 'plain' ? { ...parsed, data } : { ...cloudEvent, data: { ...(cloudEvent['data'] as Json), data } });
}

const ofDates: readonly Case[] = WEBHOOK_FORMATS.flatMap((format) =>
  DATES.map(([form, raw, expectedDelivery]) => ({
    name: `expected date: ${form}, ${format}`,
    body: withDate(format, raw),
    why: 'ok' as const,
    webhook: { ...FACTS, expectedDelivery },
  })),
);

const right = signatureOf({});
const wrong = signatureOf({ secret: STRANGERS_SECRET });
const withSignature = (name: string, value: string, why: Why): Case => ({
  name: `signature: ${name}`,
  headers: { ...headersOf(), 'webhook-signature': value },
  why,
});
const ofSignatures: readonly Case[] = [
  withSignature('right after a wrong one', `v1,${wrong} v1,${right}`, 'ok'),
  withSignature('right before a wrong one', `v1,${right} v1,${wrong}`, 'ok'),
  withSignature('right after an unknown version', `v1a,${wrong} v1,${right}`, 'ok'),
  withSignature('right before an unknown version', `v1,${right} v2,${right} v1a,AAAA`, 'ok'),
  withSignature('right after a word without a comma', `AAAA v1,${right}`, 'ok'),
  withSignature('right after two blanks', `  v1,${right}`, 'ok'),
  withSignature('right before a blank', `v1,${right} `, 'ok'),
  withSignature('right, sent twice', `v1,${right} v1,${right}`, 'ok'),
  withSignature('right as the fifth', `${`v1,${wrong} `.repeat(4)}v1,${right}`, 'ok'),
  withSignature('of a stranger', `v1,${wrong}`, 'wrong_signature'),
  withSignature('only of version v1a', `v1a,${right}`, 'no_known_signature'),
  withSignature('only of version v2', `v2,${right}`, 'no_known_signature'),
  withSignature('only of version v10', `v10,${right}`, 'no_known_signature'),
  withSignature('of version V1', `V1,${right}`, 'no_known_signature'),
  withSignature('without a version', right, 'no_known_signature'),
  withSignature('without a comma', `v1${right}`, 'no_known_signature'),
  withSignature('with an equals sign', `v1=${right}`, 'no_known_signature'),
  withSignature('blank', ' ', 'missing_header'),
  withSignature('empty', '', 'missing_header'),
  withSignature('empty after its version', 'v1,', 'wrong_signature'),
  withSignature('with a second comma', `v1,${right},`, 'wrong_signature'),
  withSignature('with a comma before it', `v1,,${right}`, 'wrong_signature'),
  withSignature('without its padding', `v1,${right.replace(/=+$/, '')}`, 'wrong_signature'),
  withSignature('in the alphabet of URLs', `v1,${right.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`, 'wrong_signature'),
  withSignature('in hexadecimal', `v1,${Buffer.from(right, 'base64').toString('hex')}`, 'wrong_signature'),
  withSignature('cut', `v1,${right.slice(0, 20)}`, 'wrong_signature'),
  withSignature('too long', `v1,${right}${right}`, 'wrong_signature'),
  withSignature('in small letters', `v1,${right.toLowerCase()}`, 'wrong_signature'),
  withSignature('of one character', 'v1,A', 'wrong_signature'),
  withSignature('no base64', 'v1,päckchen', 'wrong_signature'),
  withSignature(
    'of the body alone',
    `v1,${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(BODY)
      .digest('base64')}`,
    'wrong_signature',
  ),
  withSignature(
    'with the secret as text',
    `v1,${createHmac('sha256', SECRET).update(`${ID}.${NOW}.${BODY}`).digest('base64')}`,
    'wrong_signature',
  ),
];

const at = (name: string, seconds: number, why: Why): Case => ({ name: `clock: ${name}`, at: NOW + seconds, why });
const withTimestamp = (name: string, value: string): Case => ({
  name: `timestamp: ${name}`,
  headers: {
    ...headersOf(),
    'webhook-timestamp': value,
    'webhook-signature': `v1,${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(`${ID}.${value}.${BODY}`)
      .digest('base64')}`,
  },
  why: 'bad_timestamp',
});
const ofTimes: readonly Case[] = [
  at('four minutes behind', 240, 'ok'),
  at('four minutes ahead', -240, 'ok'),
  at('a second less than five minutes behind', 299, 'ok'),
  at('a second less than five minutes ahead', -299, 'ok'),
  at('five minutes behind', 300, 'too_new'),
  at('five minutes ahead', -300, 'too_old'),
  at('an hour behind', 3600, 'too_new'),
  at('a day ahead', -86_400, 'too_old'),
  at('at the beginning of 1970', -NOW, 'too_old'),
  at('in milliseconds', NOW * 999 - NOW * 499, 'too_new'),
  {
    name: 'timestamp: of a replayed webhook, with a new time and the old signature',
    headers: { ...headersOf({ at: NOW - 3600 }), 'webhook-timestamp': String(NOW) },
    why: 'wrong_signature',
  },
  withTimestamp('a word', 'now'),
  withTimestamp('a fraction', `${NOW}.5`),
  withTimestamp('negative', `-${NOW}`),
  withTimestamp('with a plus', `+${NOW}`),
  withTimestamp('hexadecimal', `0x${NOW.toString(16)}`),
  withTimestamp('with an exponent', '1.774947600e9'),
  withTimestamp('ISO 8601', new Date(NOW * 1000).toISOString()),
  withTimestamp('of milliseconds', String(NOW * 1000)),
  withTimestamp('of 40 digits', '9'.repeat(40)),
  withTimestamp('with underscores', '1_774_947_600'),
  withTimestamp('with a comma', `${NOW}, ${NOW}`),
  withTimestamp('NaN', 'NaN'),
  withTimestamp('Infinity', 'Infinity'),
];

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const spelt = (spell: (name: string) => string): Headers =>
  Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [spell(name), value]));
const ofHeaders: readonly Case[] = [
  { name: 'headers: in capitals', headers: spelt((name) => name.toUpperCase()), why: 'ok' },
  { name: 'headers: in title case', headers: spelt((name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())), why: 'ok' },
  {
    name: 'headers: each in a list',
    headers: Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name, [value]])),
    why: 'ok',
  },
  { name: 'headers: another one twice', headers: { ...headersOf(), accept: ['a/b', 'c/d'] }, why: 'ok' },
  { name: 'headers: none', headers: {}, why: 'missing_header' },
  { name: 'headers: in an empty list', headers: { ...headersOf(), 'webhook-id': [] }, why: 'missing_header' },
  ...NAMES.flatMap((name): Case[] => {
    const { [name]: value, ...others } = headersOf();
    return [
      { name: `headers: no ${name}`, headers: others, why: 'missing_header' },
      { name: `headers: empty ${name}`, headers: { ...others, [name]: '' }, why: 'missing_header' },
      { name: `headers: ${name} twice`, headers: { ...others, [name]: [value!, value!] }, why: 'duplicate_header' },
      { name: `headers: ${name} twice, different`, headers: { ...others, [name]: [value!, '1'] }, why: 'duplicate_header' },
      {
        name: `headers: ${name} in two spellings`,
        headers: { ...others, [name]: value!, [name.toUpperCase()]: value! },
        why: 'duplicate_header',
      },
    ];
  }),
  { name: 'headers: the id twice, joined', headers: { ...headersOf(), 'webhook-id': `${ID}, ${ID}` }, why: 'wrong_signature' },
  { name: 'headers: the id of another webhook', headers: { ...headersOf(), 'webhook-id': ID.replace('e', 'f') }, why: 'wrong_signature' },
  { name: 'headers: a blank before the id', headers: { ...headersOf(), 'webhook-id': ` ${ID}` }, why: 'wrong_signature' },
];

const changed = (name: string, arrives: string | Buffer, why: Why): Case => ({ name: `body changed: ${name}`, arrives, why });
const sorted = (value: Json): Json => Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const ofChangedBodies: readonly Case[] = [
  changed('pretty-printed by two blanks', JSON.stringify(parsed, null, 2), 'changed_body'),
  changed('pretty-printed by a tab', JSON.stringify(parsed, null, '\t'), 'changed_body'),
  changed('pretty-printed with CR LF', JSON.stringify(parsed, null, 2).replaceAll('\n', '\r\n'), 'changed_body'),
  changed(
    'a blank after each colon and comma',
    JSON.stringify(parsed, null, 1).replaceAll(/\n */g, ' ').replace('{ ', '{'),
    'changed_body',
  ),
  changed('a line break at the end', `${BODY}\n`, 'changed_body'),
  changed('a blank at the beginning', ` ${BODY}`, 'changed_body'),
  changed('fields in another order', JSON.stringify(sorted(parsed)), 'wrong_signature'),
  changed('a slash escaped', BODY.replaceAll('/', '\\/'), 'wrong_signature'),
  changed('one letter', BODY.replace('onDelivered', 'onDeliverec'), 'wrong_signature'),
  changed('cut', BODY.slice(0, -10), 'wrong_signature'),
  changed('empty', '', 'wrong_signature'),
  changed('a byte order mark', `\uFEFF${BODY}`, 'wrong_signature'),
  changed('UTF-16', Buffer.from(BODY, 'utf16le'), 'wrong_signature'),
  changed('as a form', `payload=${encodeURIComponent(BODY)}`, 'wrong_signature'),
];

const of = (name: string, body: string | Buffer, why: Why): Case => ({ name: `body signed: ${name}`, body, why });
const ofOddBodies: readonly Case[] = [
  of('empty', '', 'not_json'),
  of('a blank', ' ', 'not_json'),
  of('words', 'hello', 'not_json'),
  of('half a body', BODY.slice(0, 100), 'not_json'),
  of('a byte order mark', `\uFEFF${BODY}`, 'not_json'),
  of('a comma too much', '{"event":"onDelivered",}', 'not_json'),
  of('two values', '{}{}', 'not_json'),
  of('NaN', '{"event":NaN}', 'not_json'),
  of('Infinity', '{"event":-Infinity}', 'not_json'),
  of('single quotes', "{'event':'onDelivered'}", 'not_json'),
  of('a comment', '{/* hello */}', 'not_json'),
  of('a line break in a text', '{"event":"on\nDelivered"}', 'not_json'),
  of('invalid UTF-8', Buffer.concat([Buffer.from('{"event":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]), 'not_json'),
  of('ISO 8859-1', Buffer.from('{"event":"Köln"}', 'latin1'), 'not_json'),
  of('UTF-16', Buffer.from(BODY, 'utf16le'), 'not_json'),
  of('null', 'null', 'not_a_webhook'),
  of('a list', '[]', 'not_a_webhook'),
  of('a list of webhooks', `[${BODY}]`, 'not_a_webhook'),
  of('a text', '"onDelivered"', 'not_a_webhook'),
  of('a number', '12', 'not_a_webhook'),
  of('true', 'true', 'not_a_webhook'),
  of('an empty object', '{}', 'not_a_webhook'),
  of('no event', '{"eventid":"e-1"}', 'not_a_webhook'),
  of('no eventid', '{"event":"onDelivered","data":{}}', 'not_a_webhook'),
  of('an eventid that is a number', '{"event":"onDelivered","eventid":1}', 'not_a_webhook'),
  of('an empty eventid', '{"event":"onDelivered","eventid":""}', 'not_a_webhook'),
  of('an event that is a list', '{"event":["onDelivered"],"eventid":"e-1"}', 'not_a_webhook'),
  of('a CloudEvent without a type', '{"specversion":"1.0","id":"e-1"}', 'not_a_webhook'),
  of('a CloudEvent without an id', '{"specversion":"1.0","type":"com.a.tracking.event.ondelivered"}', 'not_a_webhook'),
];

const newer = (name: string, body: Json, webhook: Partial<Facts>): Case => ({
  name: `newer service: ${name}`,
  body: JSON.stringify(body),
  why: 'ok',
  webhook: { ...FACTS, ...webhook },
});
const unknown = (event: string, facts: Partial<Facts> = {}): Facts => ({
  kind: 'unknown',
  event,
  eventid: 'e-1',
  timestamp: null,
  ...facts,
});
const ofNewerServices: readonly Case[] = [
  newer('a field beside event', { ...parsed, colour: 'blue' }, {}),
  newer('a field in data', { ...parsed, data: { ...delivered.data, weather: { isRainy: true } } }, {}),
  newer('another status', { ...parsed, data: { ...delivered.data, delivery_status: 'Teleported' } }, {}),
  newer(
    'texts of many alphabets',
    { ...parsed, data: { ...delivered.data, raw_scan: 'Zustellung Köln 📦 Доставлено 配達済み "\\/\b\f\n\r\t\u0001\u2028' } },
    {},
  ),
  newer('half an emoji in a text', { ...parsed, data: { ...delivered.data, raw_scan: 'cut \ud83d' } }, {}),
  newer('another vendor', { ...cloudEvent, type: 'com.other-vendor.tracking.event.ondelivered' }, {}),
  newer('a CloudEvents extension', { ...cloudEvent, partitionkey: 'a' }, {}),
  newer('a CloudEvent of version 1.1', { ...cloudEvent, specversion: '1.1' }, {}),
  newer('a timestamp that is a number', { ...parsed, timestamp: 5 }, { timestamp: null }),
  newer('an eventid that is no UUID', { ...parsed, eventid: 'e-1' }, { eventid: 'e-1' }),
  ...(
    [
      [
        'another event',
        { event: 'onParked', eventid: 'e-1', timestamp: '2026-03-30T10:00:00Z' },
        unknown('onParked', { timestamp: '2026-03-30T10:00:00Z' }),
      ],
      ['an event in other case', { event: 'ondelivered', eventid: 'e-1' }, unknown('ondelivered')],
      ['an event like a field of every object', { event: 'constructor', eventid: 'e-1' }, unknown('constructor')],
      ['an event like the prototype', { event: '__proto__', eventid: 'e-1' }, unknown('__proto__')],
      ['a tracking event without data', { event: 'onDelivered', eventid: 'e-1' }, unknown('onDelivered')],
      ['a tracking event whose data is a list', { event: 'onDelivered', eventid: 'e-1', data: [] }, unknown('onDelivered')],
      ['another operational event', { type: 'receiver.renamed', eventid: 'e-1', data: {} }, unknown('receiver.renamed')],
      ['an operational event without data', { type: 'receiver.failing', eventid: 'e-1' }, unknown('receiver.failing')],
      [
        'an operational event in the field of tracking events',
        { event: 'receiver.failing', eventid: 'e-1', data: {} },
        unknown('receiver.failing'),
      ],
      ['a tracking event in the field of operational events', { type: 'onDelivered', eventid: 'e-1', data: {} }, unknown('onDelivered')],
      [
        'another tracking event as CloudEvent',
        { specversion: '1.0', id: 'e-1', type: 'com.a.tracking.event.onparked', data: {} },
        unknown('com.a.tracking.event.onparked'),
      ],
      [
        'another operational event as CloudEvent',
        { specversion: '1.0', id: 'e-1', type: 'com.a.operational.receiver.renamed' },
        unknown('com.a.operational.receiver.renamed'),
      ],
      ['another kind of CloudEvent', { specversion: '1.0', id: 'e-1', type: 'com.a.billing' }, unknown('com.a.billing')],
    ] as const
  ).map(([name, body, webhook]): Case => ({ name: `newer service: ${name}`, body: JSON.stringify(body), why: 'ok', webhook })),
];

const ofSecrets: readonly Case[] = [
  { name: 'secrets: the newer of two', secrets: [SECRET, OLD_SECRET], why: 'ok' },
  { name: 'secrets: the older of two', secrets: [SECRET, OLD_SECRET], secret: OLD_SECRET, why: 'ok' },
  {
    name: 'secrets: the last of five',
    secrets: [1, 2, 3, 4].map((seed) => secretOf(32, seed * 50)).concat(OLD_SECRET),
    secret: OLD_SECRET,
    why: 'ok',
  },
  { name: 'secrets: none of two', secrets: [SECRET, OLD_SECRET], secret: STRANGERS_SECRET, why: 'wrong_signature' },
  { name: 'secrets: an old one that is gone', secret: OLD_SECRET, why: 'wrong_signature' },
  ...[24, 25, 31, 32, 48, 63, 64].map((length): Case => {
    const secret = secretOf(length, length);
    return { name: `secrets: of ${length} bytes`, secrets: [secret], secret, why: 'ok' };
  }),
];

/** Secrets that a receiver refuses when it starts. */
export const REFUSED_SECRETS: readonly { readonly name: string; readonly secrets: readonly string[] }[] = [
  { name: 'none', secrets: [] },
  { name: 'empty', secrets: [''] },
  { name: 'blank', secrets: [' '] },
  { name: 'only the prefix', secrets: ['whsec_'] },
  { name: 'no prefix', secrets: [SECRET.slice('whsec_'.length)] },
  { name: 'no base64', secrets: ['whsec_päckchen'] },
  { name: 'the alphabet of URLs', secrets: ['whsec_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_'] },
  { name: 'cut base64', secrets: [SECRET.slice(0, -2)] },
  { name: 'too short', secrets: [secretOf(8, 1)] },
  { name: 'a line break', secrets: [`${SECRET}\n`] },
  { name: 'quotes', secrets: [`"${SECRET}"`] },
  { name: 'an empty one beside a good one', secrets: [SECRET, ''] },
];

export const VECTORS: readonly Vector[] = [
  ofEvents,
  ofDates,
  ofSignatures,
  ofTimes,
  ofHeaders,
  ofChangedBodies,
  ofOddBodies,
  ofNewerServices,
  ofSecrets,
]
  .flat()
  .map(vector);
