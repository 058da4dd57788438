// JSON Schema (draft 2020-12) of the messages that the apps exchange, for others who read the topics.
import { REFERENCE_KEYS } from '../vocabulary.js';
import { WEBHOOK_EVENT_NAMES } from '../webhook/operational-event.js';

const uuid = (description: string) => ({ description, type: 'string', format: 'uuid' }) as const;
const instant = (description: string) => ({ description, type: 'string', format: 'date-time' }) as const;
const account = {
  description: 'The account that owns the parcel.',
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;
const consignmentId = uuid('The parcel: a function of account, courier, tracking number and generation.');

/** Files of docs/schemas: what a `$ref` between the published schemas names. */
const PAYLOAD = { $ref: 'webhook-payload.schema.json' } as const;
const CLOUD_EVENT = { $ref: 'cloud-event.schema.json' } as const;
const OPERATIONAL_EVENT = { $ref: 'operational-event.schema.json' } as const;
const OPERATIONAL_CLOUD_EVENT = { $ref: 'operational-cloud-event.schema.json' } as const;

/** See TrackingEvent. */
export const TRACKING_EVENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'tracking-event/1',
  description: 'One event of one parcel, topic events: what every receiver of the account hears, frozen.',
  type: 'object',
  additionalProperties: false,
  required: ['schema', 'account', 'consignmentId', 'createdAt', 'payload'],
  properties: {
    schema: { description: 'Name and version of this shape.', const: 'tracking-event/1' },
    account,
    consignmentId,
    createdAt: instant('When its cause reached the service, ISO 8601 in UTC: the same however often it is decided.'),
    payload: PAYLOAD,
  },
} as const;

const attemptProperties = {
  schema: { description: 'Name and version of this shape.', const: 'delivery-attempt/1' },
  deliveryId: uuid('One event for one receiver: a function of eventid and receiverId.'),
  deliveryCreatedAt: instant('When the delivery was created, ISO 8601 in UTC.'),
  receiverId: uuid('The receiver; its address and credentials are read again at each attempt.'),
  account,
  consignmentId,
  eventid: { description: 'The event.', type: 'string', pattern: '^[a-f0-9-]+$' },
  event: { description: 'Name of the event.', enum: WEBHOOK_EVENT_NAMES },
  round: { description: '1 for the event itself, 2, 3 … for redeliveries.', type: 'integer', minimum: 1 },
  attempt: { description: '1 to 16: the first and 15 retries.', type: 'integer', minimum: 1, maximum: 16 },
  dueAt: instant('Not before this, ISO 8601 in UTC; absent = at once.'),
  references: {
    description: 'What query parameters of the receiver mirror.',
    type: 'object',
    additionalProperties: false,
    required: REFERENCE_KEYS,
    properties: Object.fromEntries(REFERENCE_KEYS.map((key) => [key, { type: 'string' }])),
  },
  isTest: {
    description: 'Asked for by the customer: one attempt without retries, also for a receiver that is off; absent = no.',
    type: 'boolean',
  },
  body: {
    description: 'The body as text, the same bytes over all attempts of the delivery.',
    type: 'string',
    contentMediaType: 'application/json',
    contentSchema: { anyOf: [PAYLOAD, CLOUD_EVENT, OPERATIONAL_EVENT, OPERATIONAL_CLOUD_EVENT] },
  },
} as const;

/** See DeliveryAttempt. */
export const DELIVERY_ATTEMPT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'delivery-attempt/1',
  description: 'One POST to make, topics delivery-attempts (at once) and delivery-retries (not before dueAt).',
  type: 'object',
  additionalProperties: false,
  required: Object.keys(attemptProperties).filter((name) => !['dueAt', 'isTest'].includes(name)),
  properties: attemptProperties,
} as const;
