import { ApiProperty } from '@nestjs/swagger';
import { type JsonObject, SCAN_SCHEMA } from '#libs/contracts';
import { AcceptedMessage } from '../messages/accepted-message.dto.js';
import { MOST_SCANS } from '../messages/message-rules.js';
import { asBody } from '../openapi/message-body.js';
import { ReadElsewhere } from '../validation/field.decorator.js';

/** Body of POST /scans; scan-messages reads it as event-builder does. */
@ReadElsewhere()
export class PostScansDto {
  readonly [field: string]: unknown;
}

const scan = asBody(SCAN_SCHEMA, {
  title: 'Scan',
  required: ['courier', 'tracking_number'],
  description:
    'A scan/1 (docs/schemas/scan-1.schema.json) without `schema` and `account`. Also required: `occurred_at`, or `occurred_at_local` with `time_zone`; and one of `carrier_code`, `status_hint`, `raw_text`. Without a `scan_id` the service derives it from courier, number, time, place, texts and codes of the carrier and `status_hint`. So a scan that differs only in an `eta`, a link or another hint counts as a repetition unless it names another `scan_id`. An `eta`, a place, a link or `delivery_information` of another shape is dropped or corrected and named in `repaired`.',
});

export const SCANS_BODY: JsonObject = {
  title: 'Scans',
  anyOf: [
    scan,
    {
      title: 'ScanList',
      type: 'object',
      required: ['scans'],
      properties: { scans: { type: 'array', minItems: 1, maxItems: MOST_SCANS, items: scan } },
    },
  ],
};

export class AcceptedScan extends AcceptedMessage {
  @ApiProperty()
  readonly scan_id: string;
}

/** Answer of POST /scans. */
export class AcceptedScans {
  @ApiProperty({ type: [AcceptedScan] })
  readonly accepted: readonly AcceptedScan[];
}

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
