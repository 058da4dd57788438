import type { FieldFault } from '#libs/errors';
import { at, invalid, isObject } from './field-rules.js';

/** Nest's pipe and class-transformer drop what is called so, at any depth, before a rule has seen it: for them it is the object's own making. */
const LOST = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** Faults of fields, and of headers, with such names: what is told to be unknown or kept must not vanish. */
export function lostNameFaults(value: unknown): FieldFault[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => at(String(index), lostNameFaults(item)));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((name) =>
    at(name, LOST.has(name) ? invalid('This name cannot be used.') : lostNameFaults(value[name])),
  );
}

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
