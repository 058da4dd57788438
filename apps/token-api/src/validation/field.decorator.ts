import 'reflect-metadata';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { JsonObject } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';
import {
  at,
  choice,
  digits,
  fieldFaults,
  flag,
  instant,
  INSTANT_TEXT,
  isObject,
  listOf,
  nameText,
  type Rule,
  text,
  type TextLimits,
  uuid,
  wholeNumber,
} from './field-rules.js';

// Each decorator checks a field of a body or query, and describes it in the API's document. `description` is the meaning of the field.

export const IsText = ({ description, ...limits }: TextLimits & { readonly description: string }) => Satisfies(text(limits), description);
export const IsName = ({ description, ...limits }: TextLimits & { readonly description: string }) =>
  Satisfies(nameText(limits), description);
export const IsChoice = (words: readonly string[], description: string) => Satisfies(choice(words), description);
export const IsFlag = (description: string) => Satisfies(flag, description);
export const IsWholeNumber = (min: number, max: number, description: string) => Satisfies(wholeNumber(min, max), description);
export const IsDigits = (min: number, max: number, description: string) => Satisfies(digits(min, max), description);
export const IsUuid = (description: string) => Satisfies(uuid, description);
export const IsInstant = (description: string) => Satisfies(instant, `${description} ${INSTANT_TEXT}`);
export const IsListOf = (rule: Rule, max: number, description: string) => Satisfies(listOf(rule, max), description);

/** A field that a rule checks. */
export const Satisfies = (rule: Rule, description: string): PropertyDecorator =>
  applyDecorators(
    checkedBy(rule),
    Described({ ...rule.schema, description }),
    remembered({ ...rule.schema, description }),
    ...(rule.toOneForm ? [InOneForm(rule.toOneForm)] : []),
  );

const FIELDS = 'fields';
type Fields = Readonly<Record<string, JsonObject>>;

const remembered =
  (schema: JsonObject): PropertyDecorator =>
  (prototype, property) =>
    Reflect.defineMetadata(FIELDS, { ...schemasOf(prototype), [property]: schema }, prototype);

const schemasOf = (prototype: object): Fields => (Reflect.getMetadata(FIELDS, prototype) ?? {}) as Fields;

/** The names of the fields that a class describes by the decorators above. */
export const fieldNames = (dto: Type, except: readonly string[] = []): readonly string[] =>
  Object.keys(schemasOf(dto.prototype as object)).filter((name) => !except.includes(name));

/** Makes a class with all fields of a body as an answer shows them: with types and meanings, but without the limits for a body. */
export function ShownFields<T, Except extends keyof T & string>(dto: Type<T>, except: readonly Except[]): Type<Omit<T, Except>> {
  class Shown {}
  const schemas = schemasOf(dto.prototype as object);
  for (const name of fieldNames(dto, except)) Described(withoutLimits(schemas[name]!))(Shown.prototype, name);
  return Shown as Type<Omit<T, Except>>;
}

const LIMITS = new Set(
  ['min', 'max'].flatMap((end) => [`${end}imum`, `${end}Length`, `${end}Items`, `${end}Properties`]).concat('pattern', 'propertyNames'),
);

/** The schema of a value in an answer. */
export const withoutLimits = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !LIMITS.has(keyword))
      .map(([keyword, value]) => [keyword, isObject(value) ? withoutLimits(value) : value]),
  );

/** The field may be left out. Unlike class-validator's `IsOptional`, `null` does not count as left out. */
export const IsOmittable = (): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    ApiProperty({ required: false }),
  );

/** Like a Check, but it gets the whole body, even if the field is absent: for fields that depend on each other. */
export type BodyRule = (body: object) => readonly FieldFault[];

/** A field checked by a rule over the whole body. */
export const SatisfiesWithOthers = (faultsOf: BodyRule, schema: JsonObject): PropertyDecorator =>
  applyDecorators(validatedBy(faultsOf), Described(schema), ApiProperty({ required: false }));

const Described = (schema: JsonObject): PropertyDecorator => ApiProperty(schema);

const InOneForm = (toOneForm: (text: string) => string): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? toOneForm(value) : value));

const checkedBy =
  (rule: Rule): PropertyDecorator =>
  (prototype, property) =>
    validatedBy((body) => at(String(property), fieldFaults((body as Record<string, unknown>)[String(property)], { rule })))(
      prototype,
      property,
    );

const FIELD = 'field';

/** The pipe calls `faultsOf` when class-validator reports a field. The faults have their full `attr`. */
export interface FieldContext {
  readonly faultsOf: BodyRule;
}

function validatedBy(faultsOf: BodyRule): PropertyDecorator {
  const context: FieldContext = { faultsOf };
  const validator = {
    validate: (_: unknown, args?: { object: object }) => faultsOf(args?.object ?? {}).length === 0,
    // The message is not shown. It is needed because class-validator drops the context of an error without a message.
    defaultMessage: () => FIELD,
  };
  return ValidateBy({ name: FIELD, validator }, { context });
}

export const contextOf = (contexts: Readonly<Record<string, unknown>> | undefined): FieldContext | undefined =>
  contexts?.[FIELD] as FieldContext | undefined;

const REFUSES_UNKNOWN = 'refuses-unknown';
const ELSEWHERE = 'read-elsewhere';

/** Refuses unknown fields of a body or query by name instead of dropping them: a typing error in such a field would do harm. */
export const RefusesUnknown = (): ClassDecorator =>
  applyDecorators((dto: object) => Reflect.defineMetadata(REFUSES_UNKNOWN, true, dto), AlsoSays({ additionalProperties: false }));

export const refusesUnknown = (dto: object): boolean => Reflect.getMetadata(REFUSES_UNKNOWN, dto) === true;

/** Adds keywords about several fields together to the schema of the body. */
export const AlsoSays = (schema: JsonObject): ClassDecorator => ApiSchema(schema);

/** Marks a body that is a message of the topics. The pipe ignores it, because the reader of the message checks it; `@ApiBody` describes it. */
export const ReadElsewhere = (): ClassDecorator => (dto) => Reflect.defineMetadata(ELSEWHERE, true, dto);

export const isReadElsewhere = (dto: object): boolean => Reflect.getMetadata(ELSEWHERE, dto) === true;
