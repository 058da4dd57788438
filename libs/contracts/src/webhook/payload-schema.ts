// JSON Schema (draft 2020-12) of what receivers get: spec.md, Webhook payload, References, Reporting, Data, CloudEvent envelope.
import { DELIVERY_STATUSES, EVENT_NAMES, type EventName, EXCEPTION_CODES, NEXT_ACTIONS, RETURN_REASONS, WEEKDAYS } from '../vocabulary.js';

const text = { type: 'string' } as const;
const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = Object.keys(properties)): object => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const references = object({
  courier: text,
  tracking_number: text,
  orderNo: text,
  client: text,
  warehouse: text,
  destination_country_iso3: { type: 'string', pattern: '^[A-Z]{3}$' },
  language: { type: 'string', pattern: '^[a-z]{2}$' },
});

const leadTime = { type: 'integer', minimum: -1, maximum: 90 } as const;
const reporting = object({ lead_time_door_to_door: leadTime, lead_time_qualified_attempt: leadTime, lead_time_end_to_end: leadTime });

const date = { type: 'string', format: 'date' } as const;
const time = { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$' } as const;

const expectedDeliveryDateRaw = {
  description: 'Known: an object with the set keys. Unknown: {} (or "" or "null", as the receiver chose).',
  oneOf: [
    object({ startDate: date, endDate: date }),
    object({ startDate: date, endDate: date, startTime: time, endTime: time }),
    { type: 'object', additionalProperties: false, maxProperties: 0 },
    { enum: ['', 'null'] },
  ],
} as const;

const openingSpan = object({
  from: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
  to: { type: 'string', pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' },
});

const inEveryEvent = {
  tracking_link: { type: 'string', format: 'uri' },
  reroute_link: { anyOf: [{ type: 'string', format: 'uri' }, { const: '' }] },
  raw_scan: text,
  raw_scan_location: text,
  delivery_status: { enum: DELIVERY_STATUSES },
  delivery_status_locale_short: text,
  delivery_status_locale_long: text,
  expected_delivery_date_raw: expectedDeliveryDateRaw,
  expected_delivery_date_formatted: text,
  delivery_location: text,
} as const;

const onlyOn = {
  onDelay: { exception_code: { enum: EXCEPTION_CODES } },
  onFailedAttempt: { next_action: { enum: NEXT_ACTIONS }, next_action_is_specified: { type: 'boolean' } },
  onPickupReady: {
    pickup_location_address: text,
    pickup_location_opening_hours: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(WEEKDAYS.map((day) => [day, { type: 'array', items: openingSpan }])),
    },
    pickup_location_coordinates: object({
      lat: { type: 'number', minimum: -90, maximum: 90 },
      long: { type: 'number', minimum: -180, maximum: 180 },
    }),
  },
  onDelivered: { delivery_information: text },
  onReturn: { return_reason: { enum: RETURN_REASONS } },
} as const satisfies Partial<Record<EventName, object>>;

/** `data` of one event: the ten fields of every event and only its own extras. */
function dataOf(event: EventName): object {
  const extras = event in onlyOn ? onlyOn[event as keyof typeof onlyOn] : {};
  const alwaysSent = event === 'onDelay' ? ['exception_code'] : [];
  return object({ ...inEveryEvent, ...extras }, [...Object.keys(inEveryEvent), ...alwaysSent]);
}

const eventid = { type: 'string', pattern: '^[a-f0-9-]+$' } as const;
const timestamp = { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' } as const;

export const WEBHOOK_PAYLOAD_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Webhook payload',
  oneOf: EVENT_NAMES.map((event) => object({ event: { const: event }, eventid, timestamp, references, data: dataOf(event), reporting })),
};

export const CLOUD_EVENT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Webhook payload as CloudEvent 1.0',
  oneOf: EVENT_NAMES.map((event) =>
    object({
      specversion: { const: '1.0' },
      id: eventid,
      source: { type: 'string', format: 'uri-reference', minLength: 1 },
      type: { type: 'string', pattern: `^com\\.[a-z0-9-]+\\.tracking\\.event\\.${event.toLowerCase()}$` },
      time: timestamp,
      datacontenttype: { const: 'application/json' },
      data: object({ references, data: dataOf(event), reporting }),
    }),
  ),
};
