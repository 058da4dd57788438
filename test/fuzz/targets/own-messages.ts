// Messages that only the service writes, changed as another writer or a broken disk would change them.
import { isDeepStrictEqual } from 'node:util';
import { type DeliveryAttempt, NO_FILTER, type OwnMessage, readDeliveryAttempt, readTrackingEvent, REFERENCE_KEYS } from '#libs/contracts';
import { Secret } from '#libs/config';
import { fanOut } from '../../../apps/webhook-sender/src/fan-out/fan-out.js';
import { prepareRequest } from '../../../apps/webhook-sender/src/attempt/prepare-request.js';
import type { ReceiverEndpoint, FilteringReceiver } from '../../../apps/webhook-sender/src/receivers/receiver.js';
import { attemptMessage, attemptsIn } from '../../builders/delivery-attempt.js';
import { eventMessage, trackingEvent } from '../../builders/tracking-event.js';
import { hold, isOneLine, type Target, twice } from '../target.js';

const NOW_MS = Date.parse('2026-03-30T12:00:00Z');
const IDENTITY = { source: 'urn:fuzz', vendor: 'fuzz' };
const RECEIVER_ID = '0d9f2a64-8a53-4f0e-9a6d-6c1b3f1f2a10';

const FILTER: FilteringReceiver = {
  receiverId: RECEIVER_ID,
  account: 1,
  events: [],
  ...NO_FILTER,
  clients: ['shop-de'],
  format: 'cloudevents',
  etaUnknownForm: 'empty',
};

const ENDPOINT: ReceiverEndpoint = {
  receiverId: RECEIVER_ID,
  url: 'https://shop.example/hook?client=own',
  enabled: true,
  queryParameters: REFERENCE_KEYS,
  auth: { type: 'basic', username: 'ü', password: new Secret('p') },
  signingSecrets: [new Secret('whsec_AAAA')],
  timeoutMs: 1000,
  maxPerSecond: null,
  maxInFlight: null,
};

const EVENT = { ...trackingEvent({ account: 1, consignmentId: '7c1e5b0a-2f4d-4b7e-8f55-0a9d3c2b1e20' }), createdAtMs: NOW_MS };
const MESSAGE = eventMessage(EVENT);
const [ATTEMPT] = fanOut({ event: EVENT, body: MESSAGE.value }, [FILTER], IDENTITY) as [DeliveryAttempt];

/** An input has the headers as JSON, a line break, and the value. */
const toInput = ({ headers, value }: OwnMessage, changed = String(value)): string => `${JSON.stringify(headers)}\n${changed}`;

function toMessage(input: Buffer): OwnMessage {
  const end = input.indexOf(10);
  const rawHeaders: Record<string, Buffer> = {};
  try {
    const named = JSON.parse(String(input.subarray(0, end))) as Record<string, unknown>;
    for (const name of Object.keys(named ?? {})) rawHeaders[name] = Buffer.from(String(named[name]), 'latin1');
  } catch {
    // The input has no headers.
  }
  const headers = Object.fromEntries(Object.entries(rawHeaders).map(([name, value]) => [name, String(value)]));
  return { headers, rawHeaders, value: input.subarray(end + 1) };
}

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

export const TRACKING_EVENT: Target = {
  name: 'tracking-event',
  what: 'a message of topic events → one attempt per receiver',
  seeds: [
    toInput(MESSAGE),
    toInput(MESSAGE, String(MESSAGE.value).replace('"data":{', `"data":{"deep":${DEEP},`)),
    toInput(MESSAGE, String(MESSAGE.value).replace('"references":{', '"references":{"more":"x",')),
  ],
  words: ['ce_account', 'onDelivered', '2026-03-29T10:00:00.000Z'],
  check: (input) => {
    const message = toMessage(input);
    const read = twice(() => readTrackingEvent(message));
    if (!read.ok) return;
    const told = { event: read.value, body: message.value! };
    const attempts = twice(() => fanOut(told, [FILTER, { ...FILTER, clients: [], format: 'plain' }], IDENTITY));
    for (const attempt of attempts) checkAttempt(attempt);
  },
};

export const DELIVERY_ATTEMPT: Target = {
  name: 'delivery-attempt',
  what: 'a message of topics delivery-attempts and delivery-retries → the request',
  seeds: [
    toInput(attemptMessage(ATTEMPT)),
    toInput(attemptMessage(ATTEMPT)).replace('\\"round\\"', '\\"dueAtMs\\":\\"soon\\",\\"more\\":1e400,\\"round\\"'),
    toInput(attemptMessage({ ...ATTEMPT, dueAtMs: NOW_MS, isTest: true, attempt: 16, round: 2 })),
  ],
  words: ['delivery-attempt/1', 'onDelivered', '2026-03-29T10:00:00.000Z', '+275760-09-13T00:00:00.000Z', RECEIVER_ID],
  check: (input) => {
    const read = twice(() => readDeliveryAttempt(toMessage(input)));
    if (read.ok) checkAttempt(read.value);
  },
};

function checkAttempt(attempt: DeliveryAttempt): void {
  const prepared = twice(() => prepareRequest(attempt, ENDPOINT, { nowMs: NOW_MS, allowed: [] }));
  hold(prepared.ok, 'an attempt for a valid receiver becomes a request');
  const { path, headers, origin } = prepared.request;
  hold(/^[\x21-\x7e]+$/.test(path), 'a path consists of visible ASCII characters');
  hold(
    Object.values(headers).every((value) => isOneLine(value)),
    'no header holds a line break',
  );
  hold(origin === 'https://shop.example', 'the content of an event does not change the request’s destination');
  hold(isDeepStrictEqual(attemptsIn([attemptMessage(attempt)]), [attempt]), 'an attempt is unchanged after its topic');
}
