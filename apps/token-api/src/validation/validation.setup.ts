import { type ArgumentMetadata, type PipeTransform, type ValidationError, ValidationPipe } from '@nestjs/common';
import { ApiError, type FieldFault } from '#libs/errors';
import { at, invalid, isObject } from './field-rules.js';
import { contextOf, isReadElsewhere, refusesUnknown } from './field.decorator.js';

const OPTIONS = {
  whitelist: true,
  transform: true,
  validationError: { target: true, value: false },
  exceptionFactory: (errors: ValidationError[]) => ApiError.ofFields(errors.flatMap(toFaults)),
};

const REFUSING = { ...OPTIONS, forbidNonWhitelisted: true };

/** Drops unknown fields, or refuses them if the body says so. Reports the faults of all fields at once, each under its name (domain D.9). */
export function validationPipe(): PipeTransform<unknown, Promise<unknown>> {
  const dropping = new ValidationPipe(OPTIONS);
  const refusing = new ValidationPipe(REFUSING);
  return {
    transform: async (value: unknown, metadata: ArgumentMetadata): Promise<unknown> => {
      const dto = metadata.metatype;
      if (dto && isReadElsewhere(dto)) return value;
      const tooMany = manyNamesFaults(value);
      if (tooMany.length > 0) throw ApiError.ofFields(tooMany);
      if (!dto || !refusesUnknown(dto)) return dropping.transform(value, metadata);
      const lost = lostNameFaults(value); // checked first, because the pipe removes these names from the object
      return lost.length === 0 ? refusing.transform(value, metadata) : refuseLost(value, metadata, lost);
    },
  };
}

/** @throws ApiError with the faults of lost names and of the fields that the pipe keeps */
async function refuseLost(value: unknown, metadata: ArgumentMetadata, lost: readonly FieldFault[]): Promise<never> {
  const exceptionFactory = (errors: ValidationError[]): ApiError => ApiError.ofFields([...errors.flatMap(toFaults), ...lost]);
  await new ValidationPipe({ ...REFUSING, exceptionFactory }).transform(value, metadata);
  throw ApiError.ofFields(lost);
}

const toFaults = (error: ValidationError): readonly FieldFault[] =>
  contextOf(error.contexts)?.faultsOf(error.target ?? {}) ?? [{ name: 'invalid', attr: error.property, detail: 'Unknown field.' }];

/** Nest's pipe and class-transformer drop fields with these names at any depth, before a rule sees them. */
const LOST = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Returns faults for fields and headers with these names, which must be reported, not dropped. */
function lostNameFaults(value: unknown): FieldFault[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => at(String(index), lostNameFaults(item)));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((name) =>
    at(name, LOST.has(name) ? invalid('This name cannot be used.') : lostNameFaults(value[name])),
  );
}

const MOST_NAMES = 1000;

/**
 * Returns faults for objects, at any depth, with more names than any body or query has. class-transformer compares each name of an object with
 * all others: a hundred thousand names, which fit into a body, would hold up every other request for seconds.
 */
function manyNamesFaults(value: unknown): FieldFault[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => at(String(index), manyNamesFaults(item)));
  if (!isObject(value)) return [];
  const names = Object.keys(value);
  if (names.length > MOST_NAMES) return at('', invalid(`Ensure this object has no more than ${MOST_NAMES} fields.`));
  return names.flatMap((name) => at(name, manyNamesFaults(value[name])));
}
