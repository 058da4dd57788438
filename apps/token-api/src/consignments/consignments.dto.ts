import { ReadElsewhere } from '../validation/field.decorator.js';
import { RECORD_BODY } from './consignment-schemas.js';

/** Body of PUT /consignments; record-message reads it as event-builder will. */
@ReadElsewhere(RECORD_BODY)
export class PutConsignmentDto {
  readonly [field: string]: unknown;
}
