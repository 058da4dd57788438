import { parseInstant } from '#libs/contracts';
import type { FieldErrorName, FieldFault } from '#libs/errors';

/** What is wrong with a value that was given; empty = nothing. `attr` of a fault is the place inside the value, '' = the value itself. */
export type Rule = (value: unknown) => readonly FieldFault[];

const FINE: readonly FieldFault[] = [];
const MAX_QUOTED_LENGTH = 100;

const fault = (name: FieldErrorName, detail: string): readonly FieldFault[] => [{ name, attr: '', detail }];
export const invalid = (detail: string): readonly FieldFault[] => fault('invalid', detail);
export const missing: readonly FieldFault[] = [{ name: 'required', attr: '' }];

/** A present `null` is a wrong type; only an absent field counts as not given. */
export const NOT_NULL = invalid('This field may not be null.');

export interface TextLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Any text PostgreSQL can store: no NUL, no lone surrogate. */
export const text =
  ({ min = 0, max = Infinity }: TextLimits = {}): Rule =>
  (value) => {
    if (typeof value !== 'string') return invalid('Not a valid string.');
    if (value.includes('\0')) return invalid('Null characters are not allowed.');
    if (!value.isWellFormed()) return invalid('Not a valid Unicode text.');
    if (value.length < min) return invalid('This field may not be blank.');
    return value.length > max ? invalid(`Ensure this field has no more than ${max} characters.`) : FINE;
  };

export const flag: Rule = (value) => (typeof value === 'boolean' ? FINE : invalid('Must be a valid boolean.'));

export const wholeNumber =
  (min: number, max: number): Rule =>
  (value) => {
    if (!Number.isSafeInteger(value)) return invalid('A valid integer is required.');
    return inRange(value as number, min, max);
  };

/** Any number that can be an id; whether it is one, the table knows. */
export const idNumber: Rule = wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** A whole number as a query parameter spells it. */
export const digits =
  (min: number, max: number): Rule =>
  (value) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? inRange(Number(value), min, max) : invalid('A valid integer is required.');

const inRange = (value: number, min: number, max: number): readonly FieldFault[] =>
  value < min || value > max ? invalid(`Ensure this value is from ${min} to ${max}.`) : FINE;

export const choice =
  (words: readonly string[]): Rule =>
  (value) => {
    if (typeof value !== 'string') return invalid('Not a valid string.');
    return words.includes(value) ? FINE : unknownChoice(value, words);
  };

/** Says what was sent and what there is, so that the answer alone is enough to correct the request. */
export const unknownChoice = (value: string, words: readonly string[]): readonly FieldFault[] =>
  fault('invalidChoice', `"${value.slice(0, MAX_QUOTED_LENGTH)}" is not a valid choice. Choices: ${words.join(', ')}.`);

/** Faults of an element carry its index: `events.0`. */
export const listOf =
  (rule: Rule, max: number): Rule =>
  (value) => {
    if (!Array.isArray(value)) return invalid('Expected a list of items.');
    if (value.length > max) return invalid(`Ensure this list has no more than ${max} items.`);
    return value.flatMap((item, index) => at(String(index), rule(item)));
  };

export const at = (place: string, faults: readonly FieldFault[]): FieldFault[] =>
  faults.map((found) => ({ ...found, attr: found.attr === '' ? place : `${place}.${found.attr}` }));

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const uuid: Rule = (value) => (typeof value === 'string' && UUID_PATTERN.test(value) ? FINE : invalid('Must be a valid UUID.'));

export const instant: Rule = (value) =>
  typeof value === 'string' && parseInstant(value) !== undefined
    ? FINE
    : invalid('Must be a date and time with offset, such as 2026-03-29T10:00:00Z.');

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
