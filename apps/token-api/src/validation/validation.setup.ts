import { type ArgumentMetadata, type PipeTransform, type ValidationError, ValidationPipe } from '@nestjs/common';
import { ApiError, type FieldFault } from '#libs/errors';
import { contextOf, isReadElsewhere, refusesUnknown } from './field.decorator.js';

const OPTIONS = {
  whitelist: true,
  transform: true,
  validationError: { target: true, value: false },
  exceptionFactory: (errors: ValidationError[]) => ApiError.ofFields(errors.flatMap(toFaults)),
};

/** Unknown fields are dropped, or refused where the body says so; faults of all fields come back at once, each under its name (domain D.9). */
export function validationPipe(): PipeTransform<unknown, Promise<unknown>> {
  const dropping = new ValidationPipe(OPTIONS);
  const refusing = new ValidationPipe({ ...OPTIONS, forbidNonWhitelisted: true });
  return {
    transform: async (value: unknown, metadata: ArgumentMetadata): Promise<unknown> => {
      const dto = metadata.metatype;
      if (dto && isReadElsewhere(dto)) return value;
      return (dto && refusesUnknown(dto) ? refusing : dropping).transform(value, metadata);
    },
  };
}

const toFaults = (error: ValidationError): readonly FieldFault[] =>
  contextOf(error.contexts)?.faultsOf(error.target ?? {}) ?? [{ name: 'invalid', attr: error.property, detail: 'Unknown field.' }];
