import type { FieldFault } from '#libs/errors';
import { at, invalid, isObject, ruleOf } from '../validation/field-rules.js';

const MAX_HEADERS = 20;
const MAX_NAME_CHARS = 128;
const MAX_VALUE_CHARS = 4096;
/** RFC 9110: a token. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** RFC 9110 without what servers disagree about: visible ASCII, blanks and tabs only between. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** Those that belong to the connection (RFC 9110 7.6.1), decide how the request is read, or are set by the service itself. */
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

/** Faults of `{name: value}`; those of one header stand under its name. No fault repeats a value. */
export function headersFaults(headers: unknown): readonly FieldFault[] {
  if (!isObject(headers)) return invalid('Expected an object of header names and values.');
  const names = Object.keys(headers);
  if (names.length === 0) return invalid('Name at least one header.');
  if (names.length > MAX_HEADERS) return invalid(`Ensure there are no more than ${MAX_HEADERS} headers.`);
  return names.flatMap((name, index) => at(name, [...nameFaults(name, names.slice(0, index)), ...valueFaults(headers[name])]));
}

export const headersRule = ruleOf(
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
  return VALUE.test(value) ? [] : invalid('A header value is visible ASCII, with no blanks at its ends.');
}
