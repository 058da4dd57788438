import {
  EVENT_MEANINGS,
  EVENT_NAMES,
  type EventName,
  eventSchemaOf,
  type JsonObject,
  OPERATIONAL_EVENT_NAMES,
  OPERATIONAL_MEANINGS,
  type OperationalEventName,
  operationalSchemaOf,
  operationalTitleOf,
  WEBHOOK_FORMATS,
  WEBHOOK_PAYLOAD_SCHEMA,
  type WebhookFormat,
} from '#libs/contracts';
import { toExampleBody, toOperationalExample } from '../event-types/event-type-view.js';
import { WEBHOOKS } from '../openapi/finish-document.js';
import { type Shapes, withShapes } from '../openapi/message-body.js';

/** The headers of every POST. They are not components: the Go generator creates no type for a parameter that only webhooks use. */
const SIGNATURE: readonly JsonObject[] = [
  {
    name: 'webhook-id',
    in: 'header',
    description:
      'The `eventid`; it is the same in all attempts. All three headers are absent if signatures are switched off for the receiver.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'When this attempt was signed, in seconds since 1970.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    description:
      'Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64. During the rotation of a secret there are two signatures, separated by a blank.',
    schema: { type: 'string' },
  },
];

/** Returns `webhooks` of the document: first the eleven events, then the operational events. */
export const webhooksOf = (): JsonObject =>
  Object.fromEntries([
    ...EVENT_NAMES.map((event) => [event, { post: toTrackingOperation(event) }]),
    ...OPERATIONAL_EVENT_NAMES.map((type) => [type, { post: toOperationalOperation(type) }]),
  ]);

const toTrackingOperation = (event: EventName): JsonObject =>
  toOperation({
    operationId: event,
    summary: `${event}: ${EVENT_MEANINGS[event]}`,
    description: BODY,
    schemaOf: (format) => toNamedSchema(event, format),
    exampleOf: (format) => toExampleBody(event, { format, ...SHOWN }),
  });

const toOperationalOperation = (type: OperationalEventName): JsonObject =>
  toOperation({
    operationId: `on${operationalTitleOf(type)}`,
    summary: `${type}: ${OPERATIONAL_MEANINGS[type]}`,
    description: `An operational event: only receivers that name it in \`events\` get it. ${BODY}`,
    schemaOf: (format) => ({ ...operationalSchemaOf(type, format), title: `${operationalTitleOf(type)}${NAMES[format]}` }),
    exampleOf: (format) => toOperationalExample(type, { format, ...SHOWN }),
  });

interface ShownWebhook {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly schemaOf: (format: WebhookFormat) => JsonObject;
  readonly exampleOf: (format: WebhookFormat) => JsonObject;
}

const toOperation = ({ schemaOf, exampleOf, ...about }: ShownWebhook): JsonObject => ({
  ...about,
  tags: [WEBHOOKS],
  security: [],
  parameters: SIGNATURE,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { oneOf: WEBHOOK_FORMATS.map(schemaOf) },
        examples: Object.fromEntries(WEBHOOK_FORMATS.map((format) => [format, { value: exampleOf(format) }])),
      },
    },
  },
  responses: ANSWERS,
});

const BODY = 'The `format` of the receiver decides between the two bodies; both have the content type `application/json`.';

/** The document is the same in every installation, so it cannot name one installation. */
const SHOWN = { language: 'en', identity: { source: 'https://parcel-events.example/webhooks', vendor: 'parcel-events' } } as const;

const ANSWERS: JsonObject = {
  '2XX': { description: 'Accepted. The delivery ends as `delivered`.' },
  '4XX': {
    description:
      'Not accepted. Every other answer that is not 2xx, redirects included, counts as not accepted too, and so does no answer within `timeoutMs`. The event is sent again every 30 minutes, at most 15 times. 429 and 503 with `Retry-After` hold the queue of the receiver; 410 disables the receiver if `onGone` says so.',
  },
};

const NAMES: Readonly<Record<WebhookFormat, string>> = { plain: 'Webhook', cloudevents: 'CloudEvent' };
/** These definitions become components; other definitions stay where they are used. */
const OWN_COMPONENTS: Readonly<Record<string, string>> = {
  references: 'WebhookReferences',
  reporting: 'WebhookReporting',
  delivery_status: 'WebhookStatus',
  expected_delivery_date_raw: 'WebhookExpectedDate',
  pickup_location_opening_hours: 'WebhookOpeningHours',
};

const DEFINITIONS = WEBHOOK_PAYLOAD_SCHEMA.$defs as Shapes;

const SHAPES: Shapes = {
  ...DEFINITIONS,
  ...Object.fromEntries(Object.entries(OWN_COMPONENTS).map(([name, title]) => [name, { ...DEFINITIONS[name], title }])),
  // the type is an address or '', which the Python generator reads wrongly
  reroute_link: { description: DEFINITIONS['reroute_link']?.['description'], type: 'string' },
};

const toNamedSchema = (event: EventName, format: WebhookFormat): JsonObject => ({
  ...(withShapes(eventSchemaOf(event, format), SHAPES) as JsonObject),
  title: `O${event.slice(1)}${NAMES[format]}`,
});
