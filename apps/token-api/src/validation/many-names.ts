import type { FieldFault } from '#libs/errors';
import { at, invalid, isObject } from './field-rules.js';

const MOST_NAMES = 1000;

/**
 * Faults of objects, at any depth, with more names than any body or query has. class-transformer compares each name of an object with all
 * others: for a hundred thousand of them, which fit into a body, it would hold up every other request for seconds.
 */
export function manyNamesFaults(value: unknown): FieldFault[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => at(String(index), manyNamesFaults(item)));
  if (!isObject(value)) return [];
  const names = Object.keys(value);
  if (names.length > MOST_NAMES) return at('', invalid(`Ensure this object has no more than ${MOST_NAMES} fields.`));
  return names.flatMap((name) => at(name, manyNamesFaults(value[name])));
}
