import { EVENT_NAMES, type JsonObject, WEBHOOK_PAYLOAD_SCHEMA } from '#libs/contracts';
import { DELIVERY, DELIVERY_EXAMPLES } from '../deliveries/delivery-schemas.js';
import { list, moment, object, oneWord, orNull, text, uuid } from '../openapi/schema-words.js';
import { toTestPayload } from '../receiver-tests/receiver-test-payload.js';

/** The webhook's own schema is docs/schemas/webhook-payload.schema.json; here it is enough to know its parts. */
const payload = {
  title: 'WebhookPayload',
  description: String((WEBHOOK_PAYLOAD_SCHEMA as JsonObject)['description']),
  ...object({
    event: oneWord(EVENT_NAMES),
    eventid: uuid(),
    timestamp: moment('When it happened.'),
    references: { type: 'object' },
    data: { type: 'object' },
    reporting: { type: 'object' },
  }),
};

const fields = {
  eventid: uuid(),
  event: oneWord(EVENT_NAMES),
  consignmentId: uuid(),
  createdAt: moment('When it became known here; when it happened is `payload.timestamp`.'),
  payload,
};

export const EVENT_PAGE = {
  title: 'EventPage',
  ...object({
    events: list({ title: 'Event', ...object(fields) }),
    nextCursor: orNull(text('For the parameter `cursor` of the next page; null = this was the last one.')),
  }),
};

export const EVENT_DETAIL = {
  title: 'EventDetail',
  ...object({ ...fields, deliveries: list(DELIVERY, 'What became of it, receiver by receiver.') }),
};

const eventid = '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21';
const event = {
  eventid,
  event: 'onDelivered',
  consignmentId: '0f1d2c3b-4a59-5687-8796-a5b4c3d2e1f0',
  createdAt: '2026-03-29T10:00:00.000Z',
  payload: toTestPayload({ event: 'onDelivered', eventid, atMs: Date.parse('2026-03-29T09:59:58Z') }),
};

export const EVENT_EXAMPLES = {
  page: { events: [event], nextCursor: null },
  detail: { ...event, deliveries: DELIVERY_EXAMPLES.page.deliveries },
};
