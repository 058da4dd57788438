// JSON Schema (draft 2020-12) of the headers of the messages that the apps exchange, for others who read the topics. Every header is text in UTF-8.
import { REFERENCE_KEYS } from '../vocabulary.js';
import { WEBHOOK_EVENT_NAMES } from '../webhook/operational-event.js';

const uuid = (description: string) => ({ description, type: 'string', format: 'uuid' }) as const;
const instant = (description: string) => ({ description, type: 'string', format: 'date-time' }) as const;
const count = (description: string) => ({ description, type: 'string', pattern: '^[1-9][0-9]{0,15}$' }) as const;

const account = count('The account that owns the parcel.');
const consignmentId = uuid('The parcel: a function of account, courier, tracking number and generation.');
const traceparent = { description: 'W3C trace context.', type: 'string' } as const;

const eventProperties = {
  ce_specversion: { description: 'Version of CloudEvents.', const: '1.0' },
  ce_id: uuid('The event: eventid of the value.'),
  ce_source: { description: 'CLOUDEVENTS_SOURCE of the installation.', type: 'string', format: 'uri-reference', minLength: 1 },
  ce_type: {
    description: 'com.<CLOUDEVENTS_VENDOR>.tracking.event.<event in lower case>',
    type: 'string',
    pattern: '^com\\.[a-z0-9-]+\\.tracking\\.event\\.[a-z]+$',
  },
  ce_time: { description: 'When it happened, ISO 8601 in UTC: timestamp of the value.', type: 'string', format: 'date-time' },
  ce_account: account,
  ce_consignmentid: consignmentId,
  ce_createdat: instant('When its cause reached the service, ISO 8601 in UTC: the same however often it is decided.'),
  'content-type': { description: 'Of the value.', const: 'application/json' },
  traceparent,
} as const;

const isRequired = (optional: readonly string[]) => (name: string) => !optional.includes(name);

/** See `trackingEventHeaders`. */
export const TRACKING_EVENT_HEADERS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'tracking event, headers',
  description: 'One event of one parcel, topic events: CloudEvents Kafka binding in binary mode. The value is a webhook payload.',
  type: 'object',
  required: Object.keys(eventProperties).filter(isRequired(['traceparent'])),
  properties: eventProperties,
} as const;

const references = Object.fromEntries(
  REFERENCE_KEYS.map((key) => [
    `reference-${key}`,
    { description: `What the query parameter ${key} mirrors; absent = empty.`, type: 'string' },
  ]),
);

const attemptProperties = {
  schema: { description: 'Name and version of this shape.', const: 'delivery-attempt/1' },
  'delivery-id': uuid('One event for one receiver: a function of eventid and receiver-id.'),
  'delivery-created-at': instant('When the delivery was created, ISO 8601 in UTC.'),
  'receiver-id': uuid('The receiver; its address and credentials are read again at each attempt.'),
  account,
  'consignment-id': consignmentId,
  eventid: uuid('The event.'),
  event: { description: 'Name of the event.', enum: WEBHOOK_EVENT_NAMES },
  round: count('1 for the event itself, 2, 3 … for redeliveries.'),
  attempt: { description: '1 to 16: the first and 15 retries.', type: 'string', pattern: '^([1-9]|1[0-6])$' },
  'due-at': instant('Not before this, ISO 8601 in UTC; absent = at once.'),
  'is-test': {
    description: 'Asked for by the customer: one attempt without retries, also for a receiver that is off; absent = no.',
    enum: ['true', 'false'],
  },
  ...references,
  'event-at': {
    description: 'When the event was written to its topic, epoch ms; with a first attempt.',
    type: 'string',
    pattern: '^[0-9]+$',
  },
  traceparent,
} as const;

const OPTIONAL = ['due-at', 'is-test', 'event-at', 'traceparent', ...Object.keys(references)];

/** See `deliveryAttemptHeaders`. */
export const DELIVERY_ATTEMPT_HEADERS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'delivery-attempt/1, headers',
  description:
    'One POST to make, topics delivery-attempts (at once) and delivery-retries (not before due-at). The value is its body: the same bytes over all attempts.',
  type: 'object',
  required: Object.keys(attemptProperties).filter(isRequired(OPTIONAL)),
  properties: attemptProperties,
} as const;
