import { ReadElsewhere } from '../validation/field.decorator.js';
import { SCANS_BODY } from './scan-schemas.js';

/** Body of POST /scans; scan-messages reads it as event-builder will. */
@ReadElsewhere(SCANS_BODY)
export class PostScansDto {
  readonly [field: string]: unknown;
}
