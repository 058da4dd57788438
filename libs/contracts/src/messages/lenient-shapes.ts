// Shapes of the fields of scans and records that the apps read leniently. They are published for producers and not asserted by the apps:
// a field of another shape is dropped or corrected and counted, and the message is kept (domain D.2).
import { DELIVERY_LOCATIONS, WEEKDAYS } from '../vocabulary.js';

const date = { type: 'string', format: 'date' } as const;
const time = {
  description: 'HH:mm or HH:mm:ss, local time of the recipient.',
  type: ['string', 'null'],
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
} as const;

/** `#/$defs/opening_spans` of every schema with opening hours. */
export const OPENING_SPANS_SHAPE = {
  description: 'HH:mm; `to` may be 24:00.',
  type: 'array',
  items: {
    title: 'OpeningSpan',
    type: 'object',
    additionalProperties: false,
    required: ['from', 'to'],
    properties: {
      from: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
      to: { type: 'string', pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' },
    },
  },
} as const;

/** By weekday; the same shape goes on to receivers. */
export const OPENING_HOURS_SHAPE = {
  description: 'Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(WEEKDAYS.map((day) => [day, { $ref: '#/$defs/opening_spans' }])),
} as const;

export const COORDINATES_SHAPE = {
  description: 'Degrees, WGS 84.',
  type: 'object',
  required: ['lat', 'long'],
  properties: {
    lat: { type: 'number', minimum: -90, maximum: 90 },
    long: { type: 'number', minimum: -180, maximum: 180 },
  },
} as const;

const eta = {
  description:
    'One day, one day with a window, or a range of days without times. A single time counts for both ends. No window over midnight, no end before its start.',
  type: ['object', 'null'],
  required: ['start_date'],
  properties: {
    start_date: { ...date, description: 'yyyy-MM-dd, local date of the recipient.' },
    end_date: { ...date, type: ['string', 'null'], description: 'yyyy-MM-dd; absent = start_date.' },
    start_time: time,
    end_time: time,
  },
} as const;

const pickupLocation = {
  description: 'Where the parcel waits to be collected. Each property is kept or dropped on its own.',
  type: ['object', 'null'],
  properties: {
    address: {
      description: 'Plain text on one line: name, street, zip code, city, country, separated by commas. HTML tags are removed.',
      type: ['string', 'null'],
      pattern: '^[^<>]*$',
    },
    opening_hours: { ...OPENING_HOURS_SHAPE, type: ['object', 'null'], minProperties: 1 },
    coordinates: { ...COORDINATES_SHAPE, type: ['object', 'null'] },
  },
} as const;

const link = {
  description:
    'http or https, a valid URI (RFC 3986). Characters that only lack percent-encoding are encoded. An empty text = there is no link.',
  type: ['string', 'null'],
  pattern: '^(https?://|$)',
} as const;

export const LENIENT_SHAPES = {
  eta,
  delivery_location: {
    description: 'Where the parcel is or will be handed over. Any other text is read as Unknown.',
    type: ['string', 'null'],
    enum: [...DELIVERY_LOCATIONS, null],
  },
  delivery_information: { description: 'Plain text.', type: ['string', 'null'] },
  pickup_location: pickupLocation,
  opening_spans: OPENING_SPANS_SHAPE,
  link,
  time_zone: { description: 'IANA name such as Europe/Berlin.', type: ['string', 'null'] },
} as const;

/** Marks a property whose shape compileSchema does not assert. */
export const LENIENTLY = 'Read leniently: a value of another shape is dropped or corrected and counted; the message is kept.';

/** A property with its published shape, which the apps do not assert. */
export const readLeniently = (
  shape: keyof typeof LENIENT_SHAPES,
  description: string,
): { description: string; $comment: string; $ref: string } => ({ description, $comment: LENIENTLY, $ref: `#/$defs/${shape}` });
