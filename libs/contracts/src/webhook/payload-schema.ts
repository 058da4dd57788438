// JSON Schema (draft 2020-12) of webhook bodies (spec.md: Webhook payload, References, Reporting, Data, CloudEvent envelope).
import type { JsonObject } from '../messages/message-bytes.js';
import { COORDINATES_SHAPE, OPENING_HOURS_SHAPE, OPENING_SPANS_SHAPE } from '../messages/lenient-shapes.js';
import {
  DELIVERY_LOCATIONS,
  DELIVERY_STATUSES,
  EVENT_NAMES,
  type EventName,
  EXCEPTION_CODES,
  NEXT_ACTIONS,
  RETURN_REASONS,
  type WebhookFormat,
} from '../vocabulary.js';

const text = (description: string) => ({ description, type: 'string' }) as const;
const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const references = {
  description: 'The retailer’s references, byte for byte as in the record.',
  ...object({
    courier: text('Carrier code.'),
    tracking_number: text('Tracking number.'),
    orderNo: text('Order number as the shopper knows it.'),
    client: text('Shop.'),
    warehouse: text('Warehouse.'),
    destination_country_iso3: { ...text('ISO 3166-1 alpha-3.'), pattern: '^[A-Z]{3}$' },
    language: { ...text('ISO 639-1: language of the localized texts.'), pattern: '^[a-z]{2}$' },
  }),
};

const leadTime = (description: string) => ({ description, type: 'integer', minimum: -1, maximum: 90 }) as const;

const reporting = {
  description: 'Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened.',
  ...object({
    lead_time_door_to_door: leadTime(
      'From the carrier’s inbound scan (onDispatch) to the first onFailedAttempt, onPickupReady or onDelivered.',
    ),
    lead_time_qualified_attempt: leadTime('From the label confirmation to the first onFailedAttempt, onPickupReady or onDelivered.'),
    lead_time_end_to_end: leadTime('From the label confirmation to onDelivered.'),
  }),
};

const date = { description: 'yyyy-MM-dd, local date of the recipient.', type: 'string', format: 'date' } as const;
const time = {
  description: 'HH:mm:ss, local time of the recipient.',
  type: 'string',
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$',
} as const;

const inEveryEvent = {
  tracking_link: { ...text('The carrier’s tracking page.'), format: 'uri' },
  reroute_link: {
    description: 'The carrier’s page for another place or day; "" = not yet or no longer available.',
    anyOf: [
      { type: 'string', format: 'uri' },
      { type: 'string', const: '' },
    ],
  },
  raw_scan: text('The carrier’s own text, or its code when it sends no text; "" before the first scan.'),
  raw_scan_location: text('The place in the carrier’s words; "" = the carrier names no place.'),
  delivery_status: {
    description: 'The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status.',
    type: 'string',
    enum: DELIVERY_STATUSES,
  },
  delivery_status_locale_short: text('The status in a few words, in references.language.'),
  delivery_status_locale_long: text('The status in sentences with date, place and details, in references.language.'),
  expected_delivery_date_raw: {
    description:
      'One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form.',
    oneOf: [
      // The longest form comes first: generated clients use the first form that fits, and drop fields that it lacks.
      object({ startDate: date, endDate: date, startTime: time, endTime: time }),
      object({ startDate: date, endDate: date }),
      { type: 'object', additionalProperties: false, maxProperties: 0 },
      { type: 'string', enum: ['', 'null'] },
    ],
  },
  expected_delivery_date_formatted: text('The expected date in words, in references.language; "" when unknown.'),
  delivery_location: text(`Planned or actual place of hand-over, "" until a scan names it: ${DELIVERY_LOCATIONS.join(', ')}.`),
} as const;

const onlyOn = {
  onDelay: { exception_code: { description: 'Why the parcel is delayed.', type: 'string', enum: EXCEPTION_CODES } },
  onFailedAttempt: {
    next_action: { description: 'The carrier’s next step; absent = unknown.', type: 'string', enum: NEXT_ACTIONS },
    next_action_is_specified: {
      description: 'True = the next step comes from the scan; false = it is the carrier’s default.',
      type: 'boolean',
    },
  },
  onPickupReady: {
    pickup_location_address: text('Plain text: name, street, zip code, city, country.'),
    pickup_location_opening_hours: OPENING_HOURS_SHAPE,
    pickup_location_coordinates: { ...COORDINATES_SHAPE, additionalProperties: false },
  },
  onDelivered: { delivery_information: text('Name of the recipient or neighbour, place of deposit.') },
  onReturn: { return_reason: { description: 'Why the parcel goes back, or that it is lost.', type: 'string', enum: RETURN_REASONS } },
} as const satisfies Partial<Record<EventName, object>>;

/** The fields of `data` that only this event has. */
export const ownFieldsOf = (event: EventName): Readonly<Record<string, object>> =>
  event in onlyOn ? onlyOn[event as keyof typeof onlyOn] : {};

const refsTo = (names: readonly string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));

/** The schema of `data` for one event: the ten common fields and the event's own fields. */
function dataOf(event: EventName): object {
  const common = Object.keys(inEveryEvent);
  const alwaysSent = event === 'onDelay' ? ['exception_code'] : [];
  return {
    title: `O${event.slice(1)}Data`,
    ...object(refsTo([...common, ...Object.keys(ownFieldsOf(event))]), [...common, ...alwaysSent]),
  };
}

const eventid = {
  description: 'Unique per event, the same at each repetition. Use it to deduplicate.',
  type: 'string',
  pattern: '^[a-f0-9-]+$',
} as const;
const timestamp = {
  description: 'When it happened, not when it was sent: ISO 8601 in UTC, fractional seconds may appear.',
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
} as const;

const $defs: JsonObject = {
  eventid,
  timestamp,
  references,
  reporting,
  ...inEveryEvent,
  ...Object.assign({}, ...EVENT_NAMES.map(ownFieldsOf)),
  opening_spans: OPENING_SPANS_SHAPE,
};

export const WEBHOOK_PAYLOAD_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Webhook payload',
  description: 'Body of the POST for one event of one parcel, one branch per event.',
  oneOf: EVENT_NAMES.map((event) => ({
    title: event,
    ...object({
      event: { type: 'string', const: event },
      ...refsTo(['eventid', 'timestamp', 'references']),
      data: dataOf(event),
      ...refsTo(['reporting']),
    }),
  })),
  $defs,
};

export const CLOUD_EVENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Webhook payload as CloudEvent 1.0',
  description:
    'Body of the POST for a receiver with format cloudevents: the same information in a structured-mode envelope, one branch per event.',
  oneOf: EVENT_NAMES.map((event) => ({
    title: event,
    ...object({
      specversion: { type: 'string', const: '1.0' },
      id: { $ref: '#/$defs/eventid' },
      source: { description: 'URI that identifies the integration.', type: 'string', format: 'uri-reference', minLength: 1 },
      type: {
        description: 'com.<vendor>.tracking.event.<event in lower case>',
        type: 'string',
        pattern: `^com\\.[a-z0-9-]+\\.tracking\\.event\\.${event.toLowerCase()}$`,
      },
      time: { $ref: '#/$defs/timestamp' },
      datacontenttype: { type: 'string', const: 'application/json' },
      data: object({ ...refsTo(['references']), data: dataOf(event), ...refsTo(['reporting']) }),
    }),
  })),
  $defs,
};

/** The schema of the body for one event in this format. Its `$ref`s point into `$defs` of the whole schema. */
export const eventSchemaOf = (event: EventName, format: WebhookFormat): JsonObject => {
  const { oneOf } = format === 'plain' ? WEBHOOK_PAYLOAD_SCHEMA : CLOUD_EVENT_SCHEMA;
  return { ...oneOf[EVENT_NAMES.indexOf(event)] };
};
