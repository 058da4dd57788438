import { MAX_URL_CHARS, parseAddressRanges, parseReceiverUrl } from '#libs/egress';
import { DAY, HOUR, MINUTE } from '#libs/config';
import type { FieldFault } from '#libs/errors';
import { at, choice, type FieldRule, invalid, isObject, missing, objectOf, type Rule, ruleOf, text } from '../validation/field-rules.js';

/** Allows every address, because only the form is checked here. Addresses are checked later, with the operator's allow-list and DNS. */
const ANYWHERE = parseAddressRanges('0.0.0.0/0,::/0');
/** The URL parser silently drops line breaks and blanks: the stored URL would differ from the called URL. */
const BLANKS = /[\s\p{Cc}]/u;
/** The URL parser also accepts `https:shop.example` and `https:\\shop.example`, and reads a backslash in a path as a slash. */
const FORM = /^[Hh][Tt][Tt][Pp][Ss]:\/\/[^/?#@\\\s]+(?:[/?][^#\\\s]*)?$/;

export function urlFaults(value: unknown): readonly FieldFault[] {
  const faults = text({ min: 1 })(value);
  if (faults.length > 0) return faults;
  if (BLANKS.test(value as string)) return invalid('The URL must not contain blanks or control characters.');
  const url = parseReceiverUrl(value as string, ANYWHERE);
  if (!url.ok) return invalid(url.detail);
  return FORM.test(value as string) ? [] : invalid('The URL must have the form https://host/path.');
}

/** The address guard refuses more than this pattern can say. */
export const urlRule = ruleOf({ type: 'string', maxLength: MAX_URL_CHARS, pattern: FORM.source }, urlFaults);

/** Days, hours and minutes. Months and years have no fixed length. */
const DURATION = /^P(?!$)(?:(\d{1,2})D)?(?:T(?=\d)(?:(\d{1,3})H)?(?:(\d{1,5})M)?)?$/;

/** `PT1H` to `P30D`. */
export const disablingDuration = ruleOf({ type: 'string', format: 'duration', pattern: DURATION.source }, (value) => {
  const [whole, days = 0, hours = 0, minutes = 0] = (typeof value === 'string' && DURATION.exec(value)) || [];
  const ms = Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE;
  return whole !== undefined && ms >= HOUR && ms <= 30 * DAY ? [] : invalid('Must be an ISO 8601 duration from PT1H to P30D, such as P1D.');
});

const MAX_HEADERS = 20;
const MAX_NAME_CHARS = 128;
const MAX_VALUE_CHARS = 4096;
/** RFC 9110: a token. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** The part of RFC 9110 that all servers accept: visible ASCII, with blanks and tabs only inside. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** Headers that belong to the connection (RFC 9110 7.6.1), decide how the request is read, or are set by the service. */
const RESERVED = new Set([
  'connection',
  'date',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'traceparent',
  'tracestate',
]);
const RESERVED_PREFIXES = ['content-', 'proxy-', 'webhook-'];

/** Returns the faults of `{name: value}`. The faults of a header are under its name. No fault repeats a value. */
export function headersFaults(headers: unknown): readonly FieldFault[] {
  if (!isObject(headers)) return invalid('Expected an object of header names and values.');
  const names = Object.keys(headers);
  if (names.length === 0) return invalid('Name at least one header.');
  if (names.length > MAX_HEADERS) return invalid(`Ensure there are no more than ${MAX_HEADERS} headers.`);
  return names.flatMap((name, index) => at(name, [...nameFaults(name, names.slice(0, index)), ...valueFaults(headers[name])]));
}

const headersRule = ruleOf(
  {
    type: 'object',
    minProperties: 1,
    maxProperties: MAX_HEADERS,
    propertyNames: { type: 'string', maxLength: MAX_NAME_CHARS, pattern: NAME.source },
    additionalProperties: { type: 'string', maxLength: MAX_VALUE_CHARS, pattern: VALUE.source },
  },
  headersFaults,
);

function nameFaults(name: string, before: readonly string[]): readonly FieldFault[] {
  if (!NAME.test(name) || name.length > MAX_NAME_CHARS) return invalid('Not a valid header name.');
  const lower = name.toLowerCase();
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return invalid('This header is set by the service or by the connection.');
  }
  return before.some((other) => other.toLowerCase() === lower) ? invalid('This header is named twice.') : [];
}

function valueFaults(value: unknown): readonly FieldFault[] {
  if (typeof value !== 'string') return invalid('Not a valid string.');
  if (value.length > MAX_VALUE_CHARS) return invalid(`Ensure this field has no more than ${MAX_VALUE_CHARS} characters.`);
  return VALUE.test(value) ? [] : invalid('A header value must be visible ASCII without blanks at its ends.');
}

export const AUTH_TYPES = ['none', 'basic', 'headers', 'oauth2'] as const;
type AuthType = (typeof AUTH_TYPES)[number];

/** The authentication of the service at a receiver (spec: Authentication; domain D.10), as a customer sends it. */
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
/** Excludes the control characters of Unicode (C0, C1), in a spelling that every reader of the document's patterns understands. */
const WITHOUT_CONTROL = new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f]*$`);
const WITHOUT_COLON = new RegExp(String.raw`^[^:\u0000-\u001f\u007f-\u009f]*$`);
/** RFC 6749, appendix A; servers refuse anything else. */
const VISIBLE_OR_BLANK = /^[\x20-\x7e]*$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** A text that also matches `pattern`. No fault repeats the value: it may be the secret, in the wrong field. */
const matching = (rule: Rule, pattern: RegExp, detail: string): Rule =>
  ruleOf({ ...rule.schema, pattern: pattern.source }, (value) => {
    const faults = rule(value);
    return faults.length > 0 || pattern.test(value as string) ? faults : invalid(detail);
  });

/** RFC 7617: no control characters, and no colon in the user name, which ends at the first colon. */
const username = matching(text({ min: 1, max: MAX_CHARS }), WITHOUT_COLON, 'Must not contain a colon or control characters.');
const password = matching(text({ max: MAX_CHARS }), WITHOUT_CONTROL, 'Must not contain control characters.');
const clientText = matching(text({ min: 1, max: MAX_CHARS }), VISIBLE_OR_BLANK, 'Must consist of visible ASCII characters and blanks.');
const scope = matching(text({ min: 1, max: MAX_CHARS }), SCOPE, 'Must be words of visible ASCII, separated by single blanks.');

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

/** Returns the faults of every field of the type. A field of another type is refused, because it would be ignored silently. */
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

/** Each branch has a title, because client generators name the branches by their components. */
export const authRule = ruleOf({ title: 'ReceiverAuth', oneOf: branches, discriminator: { propertyName: 'type', mapping } }, authFaults);
