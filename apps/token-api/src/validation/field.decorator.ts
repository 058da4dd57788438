import type { FieldFault } from '#libs/errors';
import { ValidateBy } from 'class-validator';
import { at, missing, NOT_NULL, type Rule } from './field-rules.js';

/** Like a Rule, but sees the whole body: for fields that depend on each other. Absence is its business too. */
export type BodyRule = (body: object) => readonly FieldFault[];

/** What the pipe asks again when class-validator says that a field failed; faults come with their full `attr`. */
export interface FieldContext {
  readonly faultsOf: BodyRule;
}

const FIELD = 'field';

/** A field that must be sent. */
export const Required = (rule: Rule): PropertyDecorator => fieldBy(rule, missing);

/** A field that may be left out; a `null` is not left out. */
export const Optional = (rule: Rule): PropertyDecorator => fieldBy(rule, []);

const fieldBy =
  (rule: Rule, whenAbsent: readonly FieldFault[]): PropertyDecorator =>
  (prototype, property) =>
    Checked((body) => at(String(property), faultsOf((body as Record<string, unknown>)[String(property)], rule, whenAbsent)))(
      prototype,
      property,
    );

function faultsOf(value: unknown, rule: Rule, whenAbsent: readonly FieldFault[]): readonly FieldFault[] {
  if (value === undefined) return whenAbsent;
  return value === null ? NOT_NULL : rule(value);
}

/** A field checked by a rule over the whole body. */
export function Checked(faultsOf: BodyRule): PropertyDecorator {
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
