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
    'When it happened: RFC 3339 with Z or an offset (+02:00, +0200), up to 9 fraction digits, kept to milliseconds; without an offset it is read in time_zone. The moment must exist, not before 2000 and at most 24 h after the Kafka message’s own timestamp. Wins over occurred_at_local.',
  ),
  occurred_at_local: optionalText(
    'Local time yyyy-MM-ddTHH:mm:ss without an offset, read in time_zone. An hour that summer time skips moves forward; of an hour that winter time repeats, the earlier one counts.',
  ),
  time_zone: optionalText('IANA zone of a time without an offset, such as Europe/Berlin.'),
  received_at: optionalText(
    'When the producer received the scan, RFC 3339 with Z or an offset. An occurred_at up to 24 h in the future is set back to this time.',
  ),
} as const;

const whatItMeans = {
  status_hint: hint(
    STATUS_HINTS,
    `The producer’s own reading. The operator’s rule for a carrier code wins over this hint; this hint wins over a rule for texts. ${FAILED_ATTEMPT} = a failed attempt of unknown number: local days give the number.`,
  ),
  exception_hint: hint(EXCEPTION_CODES, 'Why the parcel is delayed: exception_code of onDelay.'),
  next_action_hint: hint(NEXT_ACTIONS, 'The carrier’s next step after a failed attempt: next_action of onFailedAttempt.'),
  return_reason_hint: hint(RETURN_REASONS, 'Why the parcel goes back, or that it is lost: return_reason of onReturn.'),
  inbound_hint: {
    description: 'True = the parcel is in the carrier’s network with this scan, whatever its status: the first such scan gives onDispatch.',
    type: ['boolean', 'null'],
  },
} as const;

const trimmings = {
  eta: readLeniently('eta', 'When the carrier plans to deliver. Absent = not stated, null = withdrawn.'),
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

/** The shape that parseScan asserts. It lacks the rule on times: a scan without a valid time is E_TIME. */
export const SCAN_SHAPE = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'scan/1',
  description: `One carrier notice about one parcel, topic scans. A scan needs one of the two times, and one of carrier_code, status_hint, raw_text. At most 256 KiB of JSON in UTF-8, nested at most ${MAX_JSON_DEPTH} levels deep. Properties that are not named here are ignored.`,
  type: 'object',
  required: ['schema', 'scan_id', 'courier', 'tracking_number'],
  properties: {
    schema: { description: 'Name and version of this shape.', type: 'string', const: 'scan/1' },
    scan_id: {
      description:
        'Unique per physical scan, the same at each repetition: a repeated scan counts once. scan_id, courier and tracking_number must not contain U+0000 or half surrogate pairs.',
      type: 'string',
      minLength: 1,
      maxLength: 128,
    },
    account: {
      description: 'The account that sent the scan: only its consignment gets the scan. Absent = a scan of the carrier, for every account.',
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
    carrier_code: optionalText('The carrier’s code of the notice, as received. The mapping of the courier gives its meaning.'),
    carrier_sub_code: optionalText('The carrier’s finer code, as received.'),
    raw_text: optionalText('The carrier’s text, forwarded unchanged: raw_scan.'),
    location: {
      description: 'Where the parcel was scanned.',
      type: ['object', 'null'],
      properties: {
        text: optionalText('As received, forwarded unchanged: raw_scan_location.'),
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

/** The schema of a scan (domain D.2). parseScan reads eta, links and pickup location leniently. */
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
