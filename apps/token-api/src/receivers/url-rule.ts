import { MAX_URL_CHARS, parseAddressRanges, parseReceiverUrl } from '#libs/contracts';
import type { FieldFault } from '#libs/errors';
import { invalid, ruleOf, text } from '../validation/field-rules.js';

/** Addresses are judged later, with the operator's allow-list and DNS at hand; here it is the form alone. */
const ANYWHERE = parseAddressRanges('0.0.0.0/0,::/0');
/** The URL parser drops line breaks and blanks silently, so that what is stored would not be what is called. */
const BLANKS = /[\s\p{Cc}]/u;
/** It also reads `https:shop.example` and `https:\\shop.example`, and takes a backslash in a path for a slash. */
const FORM = /^[Hh][Tt][Tt][Pp][Ss]:\/\/[^/?#@\\\s]+(?:[/?][^#\\\s]*)?$/;

export function urlFaults(value: unknown): readonly FieldFault[] {
  const faults = text({ min: 1 })(value);
  if (faults.length > 0) return faults;
  if (BLANKS.test(value as string)) return invalid('The URL must not contain blanks or control characters.');
  const url = parseReceiverUrl(value as string, ANYWHERE);
  if (!url.ok) return invalid(url.detail);
  return FORM.test(value as string) ? [] : invalid('The URL must have the form https://host/path.');
}

/** What the guard refuses besides, no pattern says. */
export const urlRule = ruleOf({ type: 'string', maxLength: MAX_URL_CHARS, pattern: FORM.source }, urlFaults);
