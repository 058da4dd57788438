import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { toIdForm, UUID_PATTERN } from '../validation/field-rules.js';
import { describedBy } from './described-by.decorator.js';

/** The nil UUID: nothing ever has it. */
const NOBODYS = '00000000-0000-0000-0000-000000000000';

/** A text that is no UUID is an unknown id. It is not refused here: pipes run side by side, and a bad body is told first (domain D.9). */
class KnownFormPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    return UUID_PATTERN.test(value) ? toIdForm(value) : NOBODYS;
  }
}

/** An id in the path. */
export const UuidParam = (name: string): ParameterDecorator =>
  both(Param(name, new KnownFormPipe()), describedBy(ApiParam({ name, schema: { type: 'string', format: 'uuid' } })));

/** Any text in the path. */
export const TextParam = (name: string): ParameterDecorator =>
  both(Param(name), describedBy(ApiParam({ name, schema: { type: 'string', minLength: 1 } })));

const both =
  (...decorators: readonly ParameterDecorator[]): ParameterDecorator =>
  (prototype, method, index) =>
    decorators.forEach((decorate) => decorate(prototype, method, index));
