import { type JsonObject, parseInstant } from '#libs/contracts';
import type { FieldErrorName, FieldFault } from '#libs/errors';

/** Returns the faults of a given value; empty = none. `attr` of a fault is the place inside the value; '' = the value itself. */
export type Check = (value: unknown) => readonly FieldFault[];

/** A check, and the schema of its values in the API's document: both are in one place, so that they change together. */
export interface Rule extends Check {
  readonly schema: JsonObject;
  /** Converts a text with several spellings to the one form in which it is compared, stored and sealed. */
  readonly toOneForm?: (text: string) => string;
  /** `null` is a value: it removes a setting. */
  readonly takesNull?: true;
}

/** @param schema JSON Schema 2020-12. `check` must refuse every value that the schema refuses. The schema should refuse what `check` refuses, as far as it can */
export const ruleOf = (schema: JsonObject, check: Check, toOneForm?: (text: string) => string): Rule =>
  Object.assign((value: unknown) => check(value), { schema, ...(toOneForm && { toOneForm }) });

const FINE: readonly FieldFault[] = [];
const MAX_QUOTED_LENGTH = 100;

const fault = (name: FieldErrorName, detail: string): readonly FieldFault[] => [{ name, attr: '', detail }];
export const invalid = (detail: string): readonly FieldFault[] => fault('invalid', detail);
export const missing: readonly FieldFault[] = [{ name: 'required', attr: '' }];

/** A present `null` is a wrong type; only an absent field counts as not given. */
export const NOT_NULL = invalid('This field may not be null.');

/** The rule of a setting that `null` removes. */
export const orNull = (rule: Rule): Rule =>
  Object.assign(
    ruleOf({ ...rule.schema, nullable: true }, (value) => (value === null ? FINE : rule(value))),
    { takesNull: true as const },
  );

export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Any text that PostgreSQL can store: no NUL, no lone surrogate. Lengths count code points, as in JSON Schema. */
export const text = ({ min = 0, max = Infinity }: TextLimits = {}): Rule =>
  ruleOf(textSchema(min, max), (value) => {
    if (typeof value !== 'string') return invalid('Not a valid string.');
    if (value.includes('\0')) return invalid('Null characters are not allowed.');
    if (!value.isWellFormed()) return invalid('Not a valid Unicode text.');
    if (value.length < min) return invalid('This field may not be blank.');
    return isLongerThan(max, value) ? invalid(`Ensure this field has no more than ${max} characters.`) : FINE;
  });

const textSchema = (min: number, max: number): JsonObject => ({
  type: 'string',
  ...(min > 0 && { minLength: min }),
  ...(max < Infinity && { maxLength: max }),
  pattern: String.raw`^[^\u0000]*$`,
});

/** Excludes characters that no name has: controls, ends of lines, and characters that change the direction of the text around them. */
const NAME = new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$`);
/** A character that is neither blank nor invisible; U+2800 is the blank of Braille. */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text that people read on one line, among other names. It may be empty where `min` allows that. */
export function nameText(limits: TextLimits): Rule {
  const rule = text(limits);
  return ruleOf({ ...rule.schema, pattern: NAME.source }, (value) => {
    const faults = rule(value);
    if (faults.length > 0 || value === '') return faults;
    if (!NAME.test(value as string)) return invalid('Must not contain control characters, ends of lines or marks of text direction.');
    return VISIBLE.test(value as string) ? FINE : invalid('Must contain a visible character.');
  });
}

const isLongerThan = (max: number, value: string): boolean => value.length > max && [...value].length > max;

export const flag = ruleOf({ type: 'boolean' }, (value) => (typeof value === 'boolean' ? FINE : invalid('Must be a valid boolean.')));

export const wholeNumber = (min: number, max: number): Rule =>
  ruleOf({ type: 'integer', minimum: min, maximum: max }, (value) => {
    if (!Number.isSafeInteger(value)) return invalid('A valid integer is required.');
    return inRange(value as number, min, max);
  });

/** Any whole number. The table decides whether it is an id; a number beyond 2^53 is not (404 like any other unknown id). */
export const idNumber = ruleOf({ type: 'integer' }, (value) => (Number.isInteger(value) ? FINE : invalid('A valid integer is required.')));

/** A whole number as a query parameter spells it. */
export const digits = (min: number, max: number): Rule =>
  ruleOf({ type: 'integer', minimum: min, maximum: max }, (value) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? inRange(Number(value), min, max) : invalid('A valid integer is required.'),
  );

const inRange = (value: number, min: number, max: number): readonly FieldFault[] =>
  value < min || value > max ? invalid(`Ensure this value is from ${min} to ${max}.`) : FINE;

export const choice = (words: readonly string[]): Rule =>
  ruleOf({ type: 'string', enum: words }, (value) => {
    if (typeof value !== 'string') return invalid('Not a valid string.');
    return words.includes(value) ? FINE : unknownChoice(value, words);
  });

/** Names the sent value and the choices, so that the answer alone is enough to correct the request. */
export const unknownChoice = (value: string, words: readonly string[]): readonly FieldFault[] =>
  fault('invalidChoice', `"${value.slice(0, MAX_QUOTED_LENGTH)}" is not a valid choice. Choices: ${words.join(', ')}.`);

/** Faults of an element carry its index: `events.0`. */
export const listOf = (rule: Rule, max: number): Rule =>
  ruleOf({ type: 'array', items: rule.schema, maxItems: max }, (value) => {
    if (!Array.isArray(value)) return invalid('Expected a list of items.');
    if (value.length > max) return invalid(`Ensure this list has no more than ${max} items.`);
    return value.flatMap((item, index) => at(String(index), rule(item)));
  });

/** An object of any keys; faults of a value carry its key: `metadata.team`. */
export const mapOf = (key: Rule, value: Rule, max: number): Rule =>
  ruleOf({ type: 'object', propertyNames: key.schema, additionalProperties: value.schema, maxProperties: max }, (given) => {
    if (!isObject(given)) return invalid('Expected an object.');
    const entries = Object.entries(given);
    if (entries.length > max) return invalid(`Ensure this object has no more than ${max} keys.`);
    return entries.flatMap(([name, each]) => at(name, [...keyFaults(key, name), ...fieldFaults(each, { rule: value })]));
  });

/** A key with faults may break the text of the answer, so its fault does not repeat it. */
const keyFaults = (key: Rule, name: string): readonly FieldFault[] => (key(name).length > 0 ? invalid('Not a valid key.') : FINE);

export interface FieldRule {
  readonly rule: Rule;
  readonly isOptional?: true;
}

/** An object with these fields and no other; faults of a field carry its name: `auth.password`. */
export const objectOf = (fields: Readonly<Record<string, FieldRule>>): Rule =>
  ruleOf(objectSchema(fields), (value) => {
    if (!isObject(value)) return invalid('Expected an object.');
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
    const faults = Object.entries(fields).flatMap(([name, field]) => at(name, fieldFaults(value[name], field)));
    return [...faults, ...unknown.flatMap((name) => at(name, invalid('Unknown field.')))];
  });

const objectSchema = (fields: Readonly<Record<string, FieldRule>>): JsonObject => ({
  type: 'object',
  required: Object.keys(fields).filter((name) => !fields[name]?.isOptional),
  properties: Object.fromEntries(Object.entries(fields).map(([name, { rule }]) => [name, rule.schema])),
  additionalProperties: false,
});

export function fieldFaults(value: unknown, { rule, isOptional }: FieldRule): readonly FieldFault[] {
  if (value === undefined) return isOptional ? [] : missing;
  return value === null && !rule.takesNull ? NOT_NULL : rule(value);
}

export const at = (place: string, faults: readonly FieldFault[]): FieldFault[] =>
  faults.map((found) => ({ ...found, attr: found.attr === '' ? place : `${place}.${found.attr}` }));

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Converts an id to PostgreSQL's form. RFC 9562 allows either case, but seals, text columns and comparisons of texts depend on the case. */
export const toIdForm = (text: string): string => text.toLowerCase();

export const uuid = ruleOf(
  { type: 'string', format: 'uuid' },
  (value) => (typeof value === 'string' && UUID_PATTERN.test(value) ? FINE : invalid('Must be a valid UUID.')),
  toIdForm,
);

/** A year has four digits without a leading zero: PostgreSQL and JavaScript read years before 1000 differently. */
const YEAR = /^[1-9]\d{3}-/;

/** The part of RFC 3339 that `instant` accepts, for the API's document: `format` and `pattern` alone allow more. */
export const INSTANT_TEXT =
  'RFC 3339 with seconds, at most 9 digits of a fraction, and `Z` or an offset; a real moment of the years 1000 to 9999, no leap second.';

export const instant = ruleOf({ type: 'string', format: 'date-time', pattern: YEAR.source }, (value) =>
  typeof value === 'string' && YEAR.test(value) && parseInstant(value) !== undefined
    ? FINE
    : invalid('Must be a date and time with offset, such as 2026-03-29T10:00:00Z.'),
);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
