import type { FieldFault } from '#libs/errors';
import { at, choice, invalid, isObject, missing, NOT_NULL, type Rule, text } from '../validation/field-rules.js';
import { headersFaults } from './headers-rule.js';
import { urlFaults } from './url-rule.js';

export const AUTH_TYPES = ['none', 'basic', 'headers', 'oauth2'] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

/** How the service proves itself to a receiver (spec: Authentication; domain D.10), as a customer sends it. */
export type ReceiverAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'headers'; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly type: 'oauth2';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string;
    };

const MAX_CHARS = 1024;
const CONTROL = /\p{Cc}/u;
/** RFC 6749, appendix A: visible ASCII and the blank; servers refuse anything else. */
const VISIBLE = /^[\x20-\x7e]*$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** A text that also keeps to `pattern`. No fault ever repeats the value: it may be the secret, in the wrong field. */
const matching =
  (rule: Rule, isFine: (value: string) => boolean, detail: string): Rule =>
  (value) => {
    const faults = rule(value);
    return faults.length > 0 || isFine(value as string) ? faults : invalid(detail);
  };

/** RFC 7617: no control characters, and no colon in the name, which ends at the first one. */
const username = matching(
  text({ min: 1, max: MAX_CHARS }),
  (value) => !CONTROL.test(value) && !value.includes(':'),
  'Must not contain a colon or control characters.',
);
const password = matching(text({ max: MAX_CHARS }), (value) => !CONTROL.test(value), 'Must not contain control characters.');
const clientText = matching(text({ min: 1, max: MAX_CHARS }), (value) => VISIBLE.test(value), 'Must consist of visible ASCII characters.');
const scope = matching(
  text({ min: 1, max: MAX_CHARS }),
  (value) => SCOPE.test(value),
  'Must be words of visible ASCII, one blank between.',
);

interface FieldRule {
  readonly rule: Rule;
  readonly isOptional?: true;
}

const FIELDS: Readonly<Record<AuthType, Readonly<Record<string, FieldRule>>>> = {
  none: {},
  basic: { username: { rule: username }, password: { rule: password } },
  headers: { headers: { rule: headersFaults } },
  oauth2: {
    tokenUrl: { rule: urlFaults },
    clientId: { rule: clientText },
    clientSecret: { rule: clientText },
    scope: { rule: scope, isOptional: true },
  },
};

/** Faults of every field that the type asks for; what belongs to another type is ignored, like any unknown field. */
export function authFaults(value: unknown): readonly FieldFault[] {
  if (!isObject(value)) return invalid('Expected an object.');
  const { type } = value;
  if (type === undefined) return at('type', missing);
  const typeFaults = at('type', choice(AUTH_TYPES)(type));
  if (typeFaults.length > 0) return typeFaults;
  return Object.entries(FIELDS[type as AuthType]).flatMap(([name, field]) => at(name, fieldFaults(value[name], field)));
}

function fieldFaults(value: unknown, { rule, isOptional }: FieldRule): readonly FieldFault[] {
  if (value === undefined) return isOptional ? [] : missing;
  return value === null ? NOT_NULL : rule(value);
}
