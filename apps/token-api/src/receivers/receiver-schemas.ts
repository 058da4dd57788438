import { ETA_UNKNOWN_FORMS, EVENT_NAMES, REFERENCE_KEYS, WEBHOOK_FORMATS } from '#libs/contracts';
import { MOST_COUNTED } from './open-circuit.js';
import { flag, list, moment, object, oneWord, onlyWord, orNull, text, unionBy, uuid, whole } from '../openapi/schema-words.js';

const auth = {
  title: 'ShownAuth',
  description: 'The parts of `auth` that are no secret.',
  ...unionBy('type', [
    { title: 'ShownAuthNone', ...object({ type: onlyWord('none') }) },
    { title: 'ShownAuthBasic', ...object({ type: onlyWord('basic'), username: text() }) },
    { title: 'ShownAuthHeaders', ...object({ type: onlyWord('headers'), headerNames: list(text()) }) },
    {
      title: 'ShownAuthOAuth2',
      ...object({ type: onlyWord('oauth2'), tokenUrl: text(), clientId: text(), scope: text() }, ['scope']),
    },
  ]),
};

const signing = object(
  {
    enabled: flag(),
    secret: text('`whsec_…`, only in the answer to the request that created it: every webhook is signed with it (Standard Webhooks).'),
    previousValidUntil: moment('Until when replaced secrets sign beside the newest one; absent when none was replaced.'),
  },
  ['secret', 'previousValidUntil'],
);

const fields = {
  receiverId: uuid(),
  url: text(),
  enabled: flag('false = paused.'),
  events: list(oneWord(EVENT_NAMES), 'Empty = all.'),
  clients: list(text(), 'Empty = all.'),
  format: oneWord(WEBHOOK_FORMATS),
  queryParameters: list(oneWord(REFERENCE_KEYS)),
  auth,
  signing,
  etaUnknownForm: oneWord(ETA_UNKNOWN_FORMS),
  timeoutMs: whole(1),
  createdAt: moment(),
  updatedAt: moment(),
};

const circuit = {
  description:
    'Open since five POSTs in a row have timed out: one attempt goes out as a probe now and then, the others wait. The first answer, whatever it says, closes it. null = closed.',
  ...orNull(
    object({
      openSince: moment(),
      nextProbeAt: moment('One in the past goes out within moments.'),
      waiting: whole(0, `Attempts that wait behind it, counted up to ${MOST_COUNTED}.`),
    }),
  ),
};

export const RECEIVER = { title: 'Receiver', ...object(fields) };

export const RECEIVER_DETAIL = { title: 'ReceiverDetail', ...object({ ...fields, circuit }) };

export const RECEIVERS = { title: 'Receivers', ...object({ receivers: list(RECEIVER) }) };

const receiver = {
  receiverId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  url: 'https://shop.example/webhooks',
  enabled: true,
  events: ['onDelivered'],
  clients: [],
  format: 'plain',
  queryParameters: [],
  auth: { type: 'basic', username: 'shop' },
  signing: { enabled: true },
  etaUnknownForm: 'object',
  timeoutMs: 15_000,
  createdAt: '2026-03-29T10:00:00.000Z',
  updatedAt: '2026-03-29T10:00:00.000Z',
};

export const RECEIVER_EXAMPLES = {
  receiver,
  detail: { ...receiver, circuit: { openSince: '2026-03-29T10:05:00.000Z', nextProbeAt: '2026-03-29T12:30:00.000Z', waiting: 35 } },
  created: { ...receiver, signing: { enabled: true, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' } },
  list: { receivers: [receiver] },
  rotated: {
    ...receiver,
    signing: {
      enabled: true,
      secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      previousValidUntil: '2026-03-30T10:00:00.000Z',
    },
  },
  smallest: { url: 'https://shop.example/webhooks' },
  full: {
    url: 'https://shop.example/webhooks?source=parcels',
    events: ['onDelivered', 'onReturn'],
    clients: ['shop-de'],
    format: 'cloudevents',
    queryParameters: ['courier', 'tracking_number'],
    auth: { type: 'basic', username: 'shop', password: 'correct horse' },
    signing: { enabled: true },
    etaUnknownForm: 'empty',
    timeoutMs: 10_000,
  },
  paused: { enabled: false },
  oauth2: {
    auth: { type: 'oauth2', tokenUrl: 'https://login.shop.example/token', clientId: 'webhooks', clientSecret: 's-1', scope: 'events' },
  },
  headers: { auth: { type: 'headers', headers: { 'X-Api-Key': 'k-1' } } },
};
