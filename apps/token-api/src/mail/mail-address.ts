import { domainToASCII } from 'node:url';

const MOST_CHARS = 254;
const MOST_LOCAL_CHARS = 64;
/** RFC 5321: dot-string. Quoted local parts are refused: nobody has one, and relays treat them differently. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** A URL's host ends at some of these, and others are decoded or dropped there. */
const NO_DOMAIN = /[\s\p{Cc}/?#\\%:@[\]]/u;
const LABEL = /^[a-z0-9-]{1,63}$/;

/** Returns why no mail can be sent to this text; undefined = it is the address of one mailbox. */
export function addressFault(text: string): string | undefined {
  if (text.length > MOST_CHARS) return `Ensure this field has no more than ${MOST_CHARS} characters.`;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > MOST_LOCAL_CHARS || !LOCAL.test(local))
    return 'Must be one address such as anna@shop.example: ASCII before the @, without quotes, blanks or names.';
  const domain = text.slice(at + 1);
  const labels = NO_DOMAIN.test(domain) ? [] : domainToASCII(domain).toLowerCase().split('.');
  const isName = !/^\d+$/.test(labels.at(-1) ?? ''); // otherwise it is an IPv4 address
  const isDomain =
    isName && labels.length > 1 && labels.every((label) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'));
  return isDomain ? undefined : 'The part after the @ is not a domain name with a dot.';
}

/** Returns the address with its domain in ASCII, as mail servers write it. */
export function sentAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** Returns the form in which addresses are compared: a person has one mailbox, however the address is written. */
export const comparedAddress = (address: string): string => sentAddress(address).toLowerCase();
