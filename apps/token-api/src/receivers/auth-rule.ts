import type { FieldFault } from '#libs/errors';
import { at, choice, type FieldRule, invalid, isObject, missing, objectOf, type Rule, ruleOf, text } from '../validation/field-rules.js';
import { headersRule } from './headers-rule.js';
import { urlRule } from './url-rule.js';

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
/** The control characters of Unicode (C0, C1), spelled so that every reader of the document's patterns knows them. */
const WITHOUT_CONTROL = new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`);
const WITHOUT_COLON = new RegExp(String.raw`^[^:\u0000-\u001f\u007f-\u009f]*$`);
/** RFC 6749, appendix A; servers refuse anything else. */
const VISIBLE_OR_BLANK = /^[\x20-\x7e]*$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** A text that also keeps to `pattern`. No fault ever repeats the value: it may be the secret, in the wrong field. */
const matching = (rule: Rule, pattern: RegExp, detail: string): Rule =>
  ruleOf({ ...rule.schema, pattern: pattern.source }, (value) => {
    const faults = rule(value);
    return faults.length > 0 || pattern.test(value as string) ? faults : invalid(detail);
  });

/** RFC 7617: no control characters, and no colon in the name, which ends at the first one. */
const username = matching(text({ min: 1, max: MAX_CHARS }), WITHOUT_COLON, 'Must not contain a colon or control characters.');
const password = matching(text({ max: MAX_CHARS }), WITHOUT_CONTROL, 'Must not contain control characters.');
const clientText = matching(text({ min: 1, max: MAX_CHARS }), VISIBLE_OR_BLANK, 'Must consist of visible ASCII characters and blanks.');
const scope = matching(text({ min: 1, max: MAX_CHARS }), SCOPE, 'Must be words of visible ASCII, one blank between.');

const FIELDS: Readonly<Record<AuthType, Readonly<Record<string, FieldRule>>>> = {
  none: {},
  basic: { username: { rule: username }, password: { rule: password } },
  headers: { headers: { rule: headersRule } },
  oauth2: {
    tokenUrl: { rule: urlRule },
    clientId: { rule: clientText },
    clientSecret: { rule: clientText },
    scope: { rule: scope, isOptional: true },
  },
};

const typeField = (type: AuthType): FieldRule => ({ rule: ruleOf({ type: 'string', const: type }, choice([type])) });

const BY_TYPE = Object.fromEntries(AUTH_TYPES.map((type) => [type, objectOf({ type: typeField(type), ...FIELDS[type] })])) as Readonly<
  Record<AuthType, Rule>
>;

/** Faults of every field that the type asks for; what belongs to another type is refused, for it was meant for something. */
export function authFaults(value: unknown): readonly FieldFault[] {
  if (!isObject(value)) return invalid('Expected an object.');
  const { type } = value;
  if (type === undefined) return at('type', missing);
  const typeFaults = at('type', choice(AUTH_TYPES)(type));
  if (typeFaults.length > 0) return typeFaults;
  return BY_TYPE[type as AuthType](value);
}

const TITLES: Readonly<Record<AuthType, string>> = { none: 'AuthNone', basic: 'AuthBasic', headers: 'AuthHeaders', oauth2: 'AuthOAuth2' };

const branches = AUTH_TYPES.map((type) => ({ title: TITLES[type], ...BY_TYPE[type].schema }));

const mapping = Object.fromEntries(AUTH_TYPES.map((type) => [type, `#/components/schemas/${TITLES[type]}`]));

/** Each branch has a title, for generators know the branches by the names of components. */
export const authRule = ruleOf({ title: 'ReceiverAuth', oneOf: branches, discriminator: { propertyName: 'type', mapping } }, authFaults);
