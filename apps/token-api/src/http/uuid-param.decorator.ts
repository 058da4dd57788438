import { Param, type PipeTransform } from '@nestjs/common';
import { toIdForm, uuid, UUID_PATTERN } from '../validation/field-rules.js';

/** The nil UUID: nothing ever has it. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';

/** A text that is no UUID is an unknown id. It is not refused here: pipes run side by side, and a bad body is told first (domain D.9). */
class KnownFormPipe implements PipeTransform<string, string> {
  /** For the API's document. */
  readonly schema = uuid.schema;

  transform(value: string): string {
    return UUID_PATTERN.test(value) ? toIdForm(value) : NOBODYS;
  }
}

export const UuidParam = (name: string): ParameterDecorator => Param(name, new KnownFormPipe());
