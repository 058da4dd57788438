import type { FieldFault } from '#libs/errors';
import { at, flag, invalid, isObject } from '../validation/field-rules.js';

export function signingFaults(value: unknown): readonly FieldFault[] {
  if (!isObject(value)) return invalid('Expected an object.');
  return value['enabled'] === undefined ? [] : at('enabled', flag(value['enabled']));
}
