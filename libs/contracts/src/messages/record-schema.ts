import { MAX_JSON_DEPTH } from './json-depth.js';
import { MAX_REFERENCE_CHARS } from './parcel-key.js';
import { readLeniently, LENIENT_SHAPES } from './lenient-shapes.js';

const optionalText = (description: string) => ({ description, type: ['string', 'null'] }) as const;
const { link, time_zone } = LENIENT_SHAPES;

const references = {
  description: 'Forwarded byte for byte in every event. A text with U+0000 or half a surrogate pair is refused, never corrected.',
  type: 'object',
  required: ['courier', 'tracking_number', 'orderNo', 'client', 'warehouse', 'destination_country_iso3', 'language'],
  properties: {
    courier: { description: 'Carrier code, as in the scans.', type: 'string', pattern: '\\S', maxLength: MAX_REFERENCE_CHARS },
    tracking_number: {
      description: 'Identifies the parcel together with courier and account, regardless of white space and case.',
      type: 'string',
      pattern: '\\S',
      maxLength: MAX_REFERENCE_CHARS,
    },
    orderNo: { description: 'Order number as the shopper knows it; may be "".', type: 'string' },
    client: { description: 'Shop; may be "". Receivers can be limited to some shops.', type: 'string' },
    warehouse: { description: 'Warehouse; may be "".', type: 'string' },
    destination_country_iso3: { description: 'ISO 3166-1 alpha-3.', type: 'string', pattern: '^[A-Z]{3}$' },
    language: { description: 'ISO 639-1: language of the localized texts.', type: 'string', pattern: '^[a-z]{2}$' },
  },
} as const;

/** The schema of a record (domain D.3). The specification gives the patterns of country and language (References). */
export const RECORD_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'record/1',
  description: `One data transfer of a retailer about one parcel, topic records. The first record of a parcel gives onCreated; a later record with other content gives onUpdated. At most 256 KiB of JSON in UTF-8, nested at most ${MAX_JSON_DEPTH} levels deep. Properties that are not named here are ignored.`,
  type: 'object',
  required: ['schema', 'transfer_id', 'account', 'action', 'occurred_at', 'references'],
  properties: {
    schema: { description: 'Name and version of this shape.', type: 'string', const: 'record/1' },
    transfer_id: {
      description:
        'Unique per transfer, the same at each repetition: a repeated transfer counts once. Without U+0000 and half surrogate pairs.',
      type: 'string',
      minLength: 1,
      maxLength: 128,
    },
    account: { description: 'The account that owns the parcel.', type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    action: {
      description: 'upsert = create or update; cancel = the parcel will not be shipped.',
      type: 'string',
      enum: ['upsert', 'cancel'],
    },
    occurred_at: {
      description:
        'When the retailer transferred it: RFC 3339 with Z or an offset; not before 2000 and at most 24 h after the Kafka message’s own timestamp.',
      type: 'string',
    },
    references,
    send_date: optionalText(
      'Day by whose end the parcel must be shipped, yyyy-MM-dd in warehouse_time_zone, or a moment, RFC 3339 (without an offset: in warehouse_time_zone). A missed send_date gives onInternalDelay. A send_date that is absent, does not exist, or lies before 2000 or after 2199 is not watched.',
    ),
    warehouse_time_zone: readLeniently('time_zone', 'IANA zone of the warehouse, for send_date; absent = the configured zone, else UTC.'),
    recipient_time_zone: readLeniently(
      'time_zone',
      'IANA zone of the recipient: lead times count its calendar days; absent = by destination country.',
    ),
    links: {
      description: 'Pages of this parcel.',
      type: ['object', 'null'],
      properties: {
        tracking_link: readLeniently(
          'link',
          'Tracking page. When absent, the page of the latest scan or the courier’s known page is used; without any page the record is refused (E_LINK).',
        ),
        reroute_link: readLeniently('link', 'Page for rerouting; absent = not stated, "" = not available.'),
      },
    },
    is_return: {
      description: 'True = a customer’s return: send_date is not watched.',
      type: ['boolean', 'null'],
    },
  },
  $defs: { link, time_zone },
} as const;
