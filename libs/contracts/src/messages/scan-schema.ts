import { EXCEPTION_CODES, FAILED_ATTEMPT, NEXT_ACTIONS, RETURN_REASONS, STATUS_HINTS } from '../vocabulary.js';
import { MAX_JSON_DEPTH } from './json-depth.js';
import { MAX_REFERENCE_CHARS } from './parcel-key.js';
import { readLeniently, LENIENT_SHAPES } from './lenient-shapes.js';

const optionalText = (description: string) => ({ description, type: ['string', 'null'] }) as const;
const hint = (words: readonly string[], description: string) =>
  ({ description, type: ['string', 'null'], enum: [...words, null] }) as const;
const nonBlank = { type: 'string', pattern: '\\S' } as const;
const nonEmpty = { type: 'string', minLength: 1 } as const;

const whenItHappened = {
  occurred_at: optionalText(
    'When it happened: RFC 3339 with Z or an offset (+02:00, +0200), up to 9 fraction digits, kept to milliseconds; without an offset it is read in time_zone. A real moment, not before 2000 and at most 24 h after the Kafka message’s own timestamp. Wins over occurred_at_local.',
  ),
  occurred_at_local: optionalText(
    'Local time yyyy-MM-ddTHH:mm:ss without an offset, read in time_zone: the hour that summer time skips moves forward, the hour that winter time repeats is the earlier one.',
  ),
  time_zone: optionalText('IANA zone of a time without an offset, such as Europe/Berlin.'),
  received_at: optionalText(
    'When the producer received it, RFC 3339 with Z or an offset. A time up to 24 h in the future is set back to it.',
  ),
} as const;

const whatItMeans = {
  status_hint: hint(
    STATUS_HINTS,
    `The producer’s own reading. The operator’s rule for a carrier code wins over it, it wins over a rule for texts. ${FAILED_ATTEMPT} = failed, number unknown: it is numbered by local days.`,
  ),
  exception_hint: hint(EXCEPTION_CODES, 'Why it is delayed: exception_code of onDelay.'),
  next_action_hint: hint(NEXT_ACTIONS, 'What the carrier does after a failed attempt: next_action of onFailedAttempt.'),
  return_reason_hint: hint(RETURN_REASONS, 'Why it goes back, or that it is lost: return_reason of onReturn.'),
  inbound_hint: {
    description: 'True = the parcel is in the carrier’s network with this scan, whatever its status: the first such scan gives onDispatch.',
    type: ['boolean', 'null'],
  },
} as const;

const trimmings = {
  eta: readLeniently('eta', 'When the carrier means to deliver. Absent = not stated, null = withdrawn.'),
  delivery_location: readLeniently('delivery_location', 'Planned or actual place of hand-over.'),
  delivery_information: readLeniently(
    'delivery_information',
    'Name of the recipient or neighbour, place of deposit: personal, never logged.',
  ),
  pickup_location: readLeniently('pickup_location', 'Where the parcel waits to be collected.'),
  reroute_link: readLeniently('link', 'Page for rerouting. Absent = unchanged, "" = no longer available.'),
  tracking_link: readLeniently('link', 'The carrier’s tracking page; used when the record has none.'),
} as const;

const { time_zone: _, ...shapes } = LENIENT_SHAPES;

/** The shape alone, for parseScan: a scan that lacks its time is E_TIME, as one whose time is no real moment. */
export const SCAN_SHAPE = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'scan/1',
  description: `One carrier notice about one parcel, topic scans. One of the two times is needed, and one of carrier_code, status_hint, raw_text. At most 256 KiB of JSON in UTF-8, nested at most ${MAX_JSON_DEPTH} levels deep. Properties that are not named here are ignored.`,
  type: 'object',
  required: ['schema', 'scan_id', 'courier', 'tracking_number'],
  properties: {
    schema: { description: 'Name and version of this shape.', type: 'string', const: 'scan/1' },
    scan_id: {
      description:
        'Unique per physical scan, the same at each repetition: a scan that comes twice counts once. Without U+0000 and half surrogate pairs, as courier and tracking_number.',
      type: 'string',
      minLength: 1,
      maxLength: 128,
    },
    account: {
      description:
        'Only the consignment of this account hears of it: what an account itself says about a parcel. Absent = the carrier says it, every account hears it.',
      type: ['integer', 'null'],
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    },
    courier: { description: 'Carrier code, as in the record.', ...nonBlank, maxLength: MAX_REFERENCE_CHARS },
    tracking_number: {
      description: 'As the carrier writes it; white space and case do not matter.',
      ...nonBlank,
      maxLength: MAX_REFERENCE_CHARS,
    },
    ...whenItHappened,
    carrier_code: optionalText('The carrier’s code of the notice, as received: the mapping of the courier says what it means.'),
    carrier_sub_code: optionalText('The carrier’s finer code, as received.'),
    raw_text: optionalText('The carrier’s text, forwarded as it is: raw_scan.'),
    location: {
      description: 'Where it was scanned.',
      type: ['object', 'null'],
      properties: {
        text: optionalText('As received, forwarded as it is: raw_scan_location.'),
        country_iso3: optionalText('ISO 3166-1 alpha-3, for information.'),
      },
    },
    ...whatItMeans,
    ...trimmings,
  },
  anyOf: [
    { required: ['carrier_code'], properties: { carrier_code: nonBlank } },
    { required: ['status_hint'], properties: { status_hint: { type: 'string' } } },
    { required: ['raw_text'], properties: { raw_text: nonBlank } },
  ],
  $defs: shapes,
} as const;

/** What a scan must be to be taken at all (domain D.2); its trimmings (eta, links, pickup location) are read leniently by parseScan. */
export const SCAN_SCHEMA = {
  ...SCAN_SHAPE,
  allOf: [
    {
      anyOf: [
        { required: ['occurred_at'], properties: { occurred_at: nonEmpty } },
        { required: ['occurred_at_local'], properties: { occurred_at_local: nonEmpty } },
      ],
    },
  ],
} as const;
