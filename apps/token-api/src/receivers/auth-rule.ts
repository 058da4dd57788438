import type { FieldFault } from '#libs/errors';
import { at, choice, invalid, isObject, missing } from '../validation/field-rules.js';

export const AUTH_TYPES = ['none'] as const;

/** How the service proves itself to a receiver (spec: Authentication), as far as anyone may see it. */
export interface ReceiverAuth {
  readonly type: (typeof AUTH_TYPES)[number];
}

export function authFaults(value: unknown): readonly FieldFault[] {
  if (!isObject(value)) return invalid('Expected an object.');
  return at('type', value['type'] === undefined ? missing : choice(AUTH_TYPES)(value['type']));
}
