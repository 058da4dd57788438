import { type JsonObject, SCAN_SCHEMA } from '#libs/contracts';
import { ACCEPTED_SCAN, asBody } from '../consignments/consignment-schemas.js';
import { list, object } from '../openapi/schema-words.js';
import { MOST_SCANS } from './scan-messages.js';

const scan = asBody(SCAN_SCHEMA, {
  title: 'Scan',
  required: ['courier', 'tracking_number'],
  description:
    'A scan/1 (docs/schemas/scan-1.schema.json) without `schema` and `account`. Needed besides: `occurred_at`, or `occurred_at_local` with `time_zone`; and one of `carrier_code`, `status_hint`, `raw_text`. Left out, `scan_id` is made of courier, number, time, place, texts and codes of the carrier and `status_hint`, so that the same scan has the same one: one that differs in nothing else than an `eta`, a link or another hint counts as a repetition unless it names a `scan_id` of its own. An `eta`, a place, a link or `delivery_information` of another shape is dropped or corrected and named in `repaired`.',
});

export const SCANS_BODY: JsonObject = {
  title: 'Scans',
  anyOf: [scan, { title: 'ScanList', ...object({ scans: { type: 'array', minItems: 1, maxItems: MOST_SCANS, items: scan } }) }],
};

export const ACCEPTED_SCANS = { title: 'AcceptedScans', ...object({ accepted: list(ACCEPTED_SCAN) }) };

const example = {
  scan_id: 'JD01460003/OFD',
  courier: 'acme-express',
  tracking_number: 'JD 0146 0003',
  occurred_at: '2026-03-29T10:00:00+02:00',
  status_hint: 'OutForDelivery',
  raw_text: 'On vehicle for delivery',
};

export const SCAN_EXAMPLES = {
  one: example,
  several: {
    scans: [{ ...example, scan_id: 'JD01460003/IN', status_hint: 'InboundScan', occurred_at: '2026-03-28T18:40:21+01:00' }, example],
  },
  accepted: { accepted: [{ scan_id: 'JD01460003/OFD', courier: 'acme-express', tracking_number: 'JD01460003', repaired: [] }] },
};
