// JSON Schema (draft 2020-12) of operational events, as receivers get them.
import type { JsonObject } from '../messages/message-bytes.js';
import { DISABLED_REASONS, type WebhookFormat } from '../vocabulary.js';
import {
  CERTIFICATE_ROLES,
  MOST_DELIVERY_IDS,
  MOST_LISTED,
  OPERATIONAL_EVENT_NAMES,
  type OperationalEventName,
  OUTAGE_REASONS,
} from './operational-event.js';

const instant = (description: string) => ({ description: `${description} ISO 8601 in UTC.`, type: 'string', format: 'date-time' }) as const;
const receiverId = { description: 'The receiver.', type: 'string', format: 'uuid' } as const;
const object = (properties: JsonObject) => ({ type: 'object', additionalProperties: false, required: Object.keys(properties), properties });

const outageReason = {
  description:
    '`errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow.',
  type: 'string',
  enum: OUTAGE_REASONS,
} as const;

/** The fields of one receiver's entry, by the type of the event. */
const ENTRIES: Readonly<Record<OperationalEventName, JsonObject>> = {
  'receiver.failing': { receiverId, reason: outageReason, since: instant('When the outage began.') },
  'receiver.recovered': { receiverId, reason: outageReason, since: instant('When the outage began.') },
  'receiver.disabled': {
    receiverId,
    reason: {
      description: '`gone` = the receiver answered 410 · `failing` = no success for `disableAfterFailingFor`.',
      type: 'string',
      enum: DISABLED_REASONS,
    },
    disabledAt: instant('When the service disabled it.'),
  },
  'delivery.exhausted': {
    receiverId,
    count: { description: 'How many deliveries to the receiver ended.', type: 'integer', minimum: 1 },
    deliveryIds: {
      description: 'The first of these deliveries.',
      type: 'array',
      minItems: 1,
      maxItems: MOST_DELIVERY_IDS,
      items: { type: 'string', format: 'uuid' },
    },
  },
  'certificate.expiring': {
    receiverId,
    certificate: {
      description:
        '`client` = the certificate that the service shows to the receiver · `server` = the certificate that the receiver showed in its latest TLS handshake.',
      type: 'string',
      enum: CERTIFICATE_ROLES,
    },
    notAfter: instant('When the certificate expires.'),
  },
};

const COUNTED: Readonly<Record<OperationalEventName, string>> = {
  'receiver.failing': 'How many receivers.',
  'receiver.recovered': 'How many receivers.',
  'receiver.disabled': 'How many receivers.',
  'delivery.exhausted': 'How many deliveries.',
  'certificate.expiring': 'How many certificates.',
};

/** `receiver.failing` → `ReceiverFailing` */
export const titleOf = (type: OperationalEventName): string =>
  type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const dataOf = (type: OperationalEventName): JsonObject => ({
  title: `${titleOf(type)}Data`,
  ...object({
    count: { description: `${COUNTED[type]} The receiver that gets this event is left out.`, type: 'integer', minimum: 1 },
    receivers: {
      description: `The first ${MOST_LISTED} entries.`,
      type: 'array',
      minItems: 1,
      maxItems: MOST_LISTED,
      items: object(ENTRIES[type]),
    },
  }),
});

const eventid = {
  description: 'Unique per event, the same at each repetition. Use it to deduplicate.',
  type: 'string',
  format: 'uuid',
} as const;
const timestamp = instant('When the service decided the event.');

export const OPERATIONAL_EVENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Operational event',
  description: 'Body of the POST for an operational event, one branch per type.',
  oneOf: OPERATIONAL_EVENT_NAMES.map((type) => ({
    title: type,
    ...object({ type: { type: 'string', const: type }, eventid, timestamp, data: dataOf(type) }),
  })),
};

export const OPERATIONAL_CLOUD_EVENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Operational event as CloudEvent 1.0',
  description: 'Body of the POST for a receiver with format cloudevents, one branch per type.',
  oneOf: OPERATIONAL_EVENT_NAMES.map((type) => ({
    title: type,
    ...object({
      specversion: { type: 'string', const: '1.0' },
      id: eventid,
      source: { description: 'URI that identifies the integration.', type: 'string', format: 'uri-reference', minLength: 1 },
      type: {
        description: 'com.<vendor>.operational.<type>',
        type: 'string',
        pattern: `^com\\.[a-z0-9-]+\\.operational\\.${type.replace('.', '\\.')}$`,
      },
      time: timestamp,
      datacontenttype: { type: 'string', const: 'application/json' },
      data: dataOf(type),
    }),
  })),
};

/** The schema of the body for one type of event in this format. */
export const operationalSchemaOf = (type: OperationalEventName, format: WebhookFormat): JsonObject => {
  const { oneOf } = format === 'plain' ? OPERATIONAL_EVENT_SCHEMA : OPERATIONAL_CLOUD_EVENT_SCHEMA;
  return { ...oneOf[OPERATIONAL_EVENT_NAMES.indexOf(type)] };
};
