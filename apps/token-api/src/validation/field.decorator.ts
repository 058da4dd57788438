import 'reflect-metadata';
import type { JsonObject } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { at, type Check, missing, NOT_NULL, type Rule } from './field-rules.js';

/** Like a Check, but sees the whole body: for fields that depend on each other. Absence is its business too. */
export type BodyRule = (body: object) => readonly FieldFault[];

/** What the pipe asks again when class-validator says that a field failed; faults come with their full `attr`. */
export interface FieldContext {
  readonly faultsOf: BodyRule;
}

const FIELD = 'field';

/** A field that must be sent. @param description what it means, for the API's document */
export const Required = (rule: Rule, description?: string): PropertyDecorator =>
  all(fieldBy(rule, missing), inOneForm(rule), remember({ schema: withText(rule.schema, description), isRequired: true }));

/** A field that may be left out; a `null` is not left out. @param description what it means, for the API's document */
export const Optional = (rule: Rule, description?: string): PropertyDecorator =>
  all(fieldBy(rule, []), inOneForm(rule), remember({ schema: withText(rule.schema, description), isRequired: false }));

const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (prototype, property) =>
    decorators.forEach((decorate) => decorate(prototype, property));

const inOneForm = ({ toOneForm }: Rule): PropertyDecorator =>
  toOneForm ? Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? toOneForm(value) : value)) : () => undefined;

const withText = (schema: JsonObject, description: string | undefined): JsonObject =>
  description === undefined ? schema : { ...schema, description };

const fieldBy =
  (check: Check, whenAbsent: readonly FieldFault[]): PropertyDecorator =>
  (prototype, property) =>
    checkedBy((body) => at(String(property), faultsOf((body as Record<string, unknown>)[String(property)], check, whenAbsent)))(
      prototype,
      property,
    );

function faultsOf(value: unknown, check: Check, whenAbsent: readonly FieldFault[]): readonly FieldFault[] {
  if (value === undefined) return whenAbsent;
  return value === null ? NOT_NULL : check(value);
}

/** A field checked by a rule over the whole body; what the schema of the field alone cannot say, `@AlsoSays` does. @param goesWith the field beside which it is required */
export const Checked = (faultsOf: BodyRule, schema: JsonObject, goesWith?: string): PropertyDecorator =>
  all(checkedBy(faultsOf), remember({ schema, isRequired: false, ...(goesWith !== undefined && { goesWith }) }));

function checkedBy(faultsOf: BodyRule): PropertyDecorator {
  const context: FieldContext = { faultsOf };
  const validator = {
    validate: (_: unknown, args?: { object: object }) => faultsOf(args?.object ?? {}).length === 0,
    // Never read, but class-validator forgets the context of an error whose message is empty.
    defaultMessage: () => FIELD,
  };
  return ValidateBy({ name: FIELD, validator }, { context });
}

export const contextOf = (contexts: Readonly<Record<string, unknown>> | undefined): FieldContext | undefined =>
  contexts?.[FIELD] as FieldContext | undefined;

/** Unknown fields of this body or query are refused by name instead of dropped: for those where a slip of the pen would do harm. */
export const RefusesUnknown = (): ClassDecorator => (dto) => Reflect.defineMetadata(REFUSES_UNKNOWN, true, dto);

/** What the document says about the fields together, such as that one of two must be there. */
export const AlsoSays =
  (schema: JsonObject): ClassDecorator =>
  (dto) =>
    Reflect.defineMetadata(ALSO, schema, dto);

/** A body that is a message of the topics: its own reader checks it, the pipe leaves it alone. @param schema all of it, for the document */
export const ReadElsewhere =
  (schema: JsonObject): ClassDecorator =>
  (dto) => {
    Reflect.defineMetadata(ALSO, schema, dto);
    Reflect.defineMetadata(ELSEWHERE, true, dto);
  };

export const isReadElsewhere = (dto: object): boolean => Reflect.getMetadata(ELSEWHERE, dto) === true;

export interface FieldSchema {
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** The field beside which it is required. */
  readonly goesWith?: string;
}

const FIELDS = 'fields';
const REFUSES_UNKNOWN = 'refuses-unknown';
const ALSO = 'also';
const ELSEWHERE = 'read-elsewhere';

export const refusesUnknown = (dto: object): boolean => Reflect.getMetadata(REFUSES_UNKNOWN, dto) === true;

export const alsoSaid = (dto: object): JsonObject => (Reflect.getMetadata(ALSO, dto) as JsonObject | undefined) ?? {};

/** The fields of a body or query by name, those of its base classes first. */
export const fieldsOf = (dto: object): Readonly<Record<string, FieldSchema>> =>
  (Reflect.getMetadata(FIELDS, dto) as Readonly<Record<string, FieldSchema>> | undefined) ?? {};

const remember =
  (field: FieldSchema): PropertyDecorator =>
  ({ constructor }, property) =>
    Reflect.defineMetadata(FIELDS, { ...fieldsOf(constructor), [property]: field }, constructor);
