// JSON Schema (draft 2020-12) of the headers of messages between the apps, for other readers of the topics.
import { REFERENCE_KEYS } from '../vocabulary.js';
import { WEBHOOK_EVENT_NAMES } from '../webhook/operational-event.js';

const uuid = (description: string) => ({ description, type: 'string', format: 'uuid' }) as const;
const instant = (description: string) => ({ description, type: 'string', format: 'date-time' }) as const;
const count = (description: string) => ({ description, type: 'string', pattern: '^[1-9][0-9]{0,15}$' }) as const;

const account = count('The account that owns the parcel.');
const consignmentId = uuid('The parcel: derived from account, courier, tracking number and generation.');
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
  ce_createdat: instant('When the cause of the event reached the service, ISO 8601 in UTC. A replay gives the same time.'),
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

const attemptProperties = {
  schema: { description: 'Name and version of this shape.', const: 'delivery-attempt/1' },
  deliveryId: uuid('One event for one receiver: derived from eventid and receiverId.'),
  deliveryCreatedAt: instant('When the delivery was created, ISO 8601 in UTC.'),
  receiverId: uuid('The receiver; its address and credentials are read again at each attempt.'),
  account: { description: 'The account that owns the parcel.', type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  consignmentId,
  eventid: uuid('The event.'),
  event: { description: 'Name of the event.', enum: WEBHOOK_EVENT_NAMES },
  round: { description: '1 for the event itself, 2, 3 … for redeliveries.', type: 'integer', minimum: 1 },
  attempt: { description: '1 to 16: the first and 15 retries.', type: 'integer', minimum: 1, maximum: 16 },
  dueAt: instant('Earliest time of the POST, ISO 8601 in UTC; absent = at once.'),
  references: {
    description: 'The references that query parameters of the receiver mirror.',
    type: 'object',
    additionalProperties: false,
    required: REFERENCE_KEYS,
    properties: Object.fromEntries(REFERENCE_KEYS.map((key) => [key, { type: 'string' }])),
  },
  isTest: {
    description: 'A test that the customer requested: one attempt without retries, even to a receiver that is switched off; absent = no.',
    type: 'boolean',
  },
} as const;

/** See DeliveryAttempt. */
export const DELIVERY_ATTEMPT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'delivery-attempt/1',
  description:
    'One POST to make, topics delivery-attempts (at once) and delivery-retries (not before dueAt): the header delivery-attempt. The value of the message is the body.',
  type: 'object',
  additionalProperties: false,
  required: Object.keys(attemptProperties).filter(isRequired(['dueAt', 'isTest'])),
  properties: attemptProperties,
} as const;
