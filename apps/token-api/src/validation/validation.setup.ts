import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { ApiError } from '#libs/errors';
import { contextOf } from './field.decorator.js';

/** Unknown fields are dropped, faults of all fields come back at once, each under its name (domain D.9). */
export const validationPipe = (): ValidationPipe =>
  new ValidationPipe({
    whitelist: true,
    transform: true,
    validationError: { target: true, value: false },
    exceptionFactory: (errors) => ApiError.ofFields(errors.flatMap(toFaults)),
  });

const toFaults = (error: ValidationError): ReturnType<NonNullable<ReturnType<typeof contextOf>>['faultsOf']> =>
  contextOf(error.contexts)?.faultsOf(error.target ?? {}) ?? [{ name: 'invalid', attr: error.property }];
