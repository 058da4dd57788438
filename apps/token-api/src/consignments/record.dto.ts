import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type JsonObject, RECORD_SCHEMA } from '#libs/contracts';
import { AcceptedMessage } from '../messages/accepted-message.dto.js';
import { asBody } from '../openapi/message-body.js';
import { ReadElsewhere } from '../validation/field.decorator.js';
import { CONSIGNMENT_EXAMPLE } from './consignments.dto.js';
import { RECORD_WARNINGS, type RecordWarning } from './record-warnings.js';

/** Body of PUT /consignments. record-message parses it as event-builder does. */
@ReadElsewhere()
export class PutConsignmentDto {
  readonly [field: string]: unknown;
}

export const RECORD_BODY: JsonObject = asBody(RECORD_SCHEMA, {
  title: 'Record',
  required: ['references'],
  description:
    'A record/1 (docs/schemas/record-1.schema.json) without `schema` and `account`. The defaults are a new `transfer_id`, `action` upsert and `occurred_at` now. An invalid link or time zone is dropped, and `repaired` names it.',
});

@ApiSchema({ name: 'RecordWarning' })
class RecordWarningView {
  @ApiProperty({
    enum: RECORD_WARNINGS,
    description:
      '`no_tracking_link` = the record may become a dead letter · `erased` = the record is left out, because the data of its parcel were erased · `removed` = the record is left out, because the data of its parcel are no longer kept.',
  })
  readonly code: RecordWarning['code'];

  @ApiProperty()
  readonly detail: string;
}

/** Answer of PUT /consignments. */
export class AcceptedRecord extends AcceptedMessage {
  @ApiProperty()
  readonly transfer_id: string;

  @ApiProperty({ type: [RecordWarningView], description: 'Problems that depend on more than the record. Empty = no warning.' })
  readonly warnings: readonly RecordWarning[];
}

export const RECORD_EXAMPLES = {
  record: {
    references: CONSIGNMENT_EXAMPLE.references,
    send_date: '2026-03-27',
    warehouse_time_zone: 'Europe/Berlin',
    links: { tracking_link: 'https://carrier.example/track/JD01460003' },
  },
  accepted: {
    transfer_id: '0b7f3a52-6c1d-4e0f-9a8b-7c6d5e4f3a21',
    courier: 'acme-express',
    tracking_number: 'JD01460003',
    repaired: [],
    warnings: [],
  },
};
