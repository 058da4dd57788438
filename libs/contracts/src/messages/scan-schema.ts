import { EXCEPTION_CODES, NEXT_ACTIONS, RETURN_REASONS, STATUS_HINTS } from '../vocabulary.js';
import { MAX_REFERENCE_CHARS } from './parcel-key.js';

const optionalText = { type: ['string', 'null'] } as const;
const hint = (words: readonly string[]): { enum: readonly (string | null)[] } => ({ enum: [...words, null] });
const nonBlank = { type: 'string', pattern: '\\S' } as const;

/** What a scan must be to be taken at all (domain D.2); its trimmings (eta, links, pickup location) are read leniently by parseScan. */
export const SCAN_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'scan/1',
  type: 'object',
  required: ['schema', 'scan_id', 'courier', 'tracking_number'],
  properties: {
    schema: { const: 'scan/1' },
    scan_id: { type: 'string', minLength: 1, maxLength: 128 },
    courier: { ...nonBlank, maxLength: MAX_REFERENCE_CHARS },
    tracking_number: { ...nonBlank, maxLength: MAX_REFERENCE_CHARS },
    occurred_at: optionalText,
    occurred_at_local: optionalText,
    time_zone: optionalText,
    received_at: optionalText,
    carrier_code: optionalText,
    carrier_sub_code: optionalText,
    raw_text: optionalText,
    location: { type: ['object', 'null'], properties: { text: optionalText, country_iso3: optionalText } },
    status_hint: hint(STATUS_HINTS),
    exception_hint: hint(EXCEPTION_CODES),
    next_action_hint: hint(NEXT_ACTIONS),
    return_reason_hint: hint(RETURN_REASONS),
    inbound_hint: { type: ['boolean', 'null'] },
    eta: {},
    delivery_location: {},
    delivery_information: {},
    pickup_location: {},
    reroute_link: {},
    tracking_link: {},
  },
  anyOf: [
    { required: ['carrier_code'], properties: { carrier_code: nonBlank } },
    { required: ['status_hint'], properties: { status_hint: { type: 'string' } } },
    { required: ['raw_text'], properties: { raw_text: nonBlank } },
  ],
} as const;
