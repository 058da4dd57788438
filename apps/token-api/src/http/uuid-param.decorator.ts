import { Param, type PipeTransform } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import { uuid, UUID_PATTERN } from '../validation/field-rules.js';

/** A text that is no UUID names nothing: 404 like any other unknown id, without asking the database. */
class KnownFormPipe implements PipeTransform<string, string> {
  /** For the API's document. */
  readonly schema = uuid.schema;

  constructor(private readonly name: string) {}

  transform(value: string): string {
    if (!UUID_PATTERN.test(value)) throw ApiError.of('notFound', { attr: this.name });
    return value;
  }
}

export const UuidParam = (name: string): ParameterDecorator => Param(name, new KnownFormPipe(name));
