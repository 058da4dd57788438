import { type AddressRange, isRefusedAddress } from './address-guard.js';

/** Code points, the unit of JSON Schema and PostgreSQL. */
export const MAX_URL_CHARS = 2048;

export type ReceiverUrl =
  { readonly ok: true; readonly url: URL; readonly ipLiteral: string | undefined } | { readonly ok: false; readonly detail: string };

/**
 * Checks a receiver's URL without DNS (spec: must be HTTPS; domain D.10). `ipLiteral` is set when the host is an address.
 * A name still has to be resolved, and its addresses checked.
 */
export function parseReceiverUrl(text: string, allowed: readonly AddressRange[]): ReceiverUrl {
  const chars = text.length > MAX_URL_CHARS ? [...text].length : text.length;
  if (chars > MAX_URL_CHARS) return refused(`has ${chars} characters: at most ${MAX_URL_CHARS} are taken`);
  if (!URL.canParse(text)) return refused('is no absolute URL: send one such as https://shop.example/webhooks');
  const url = new URL(text);
  if (url.protocol !== 'https:') return refused('must begin with https://: plain HTTP is not supported');
  if (url.username !== '' || url.password !== '') return refused('must not carry a user name or password: use `auth` instead');
  if (url.hash !== '') return refused('must not have a fragment (#…): it is never sent');
  if (url.port === '0') return refused('must not name port 0: nothing can listen there');
  const ipLiteral = toIpLiteral(url.hostname);
  if (ipLiteral === undefined && !isName(url.hostname)) return refused(`has a host that no name server can know: ${NAME_RULE}`);
  if (ipLiteral !== undefined && isRefusedAddress(ipLiteral, allowed)) return refused(refusalOf(ipLiteral));
  return { ok: true, url, ipLiteral };
}

const ALLOW = 'the operator can allow it by RECEIVER_ALLOWED_CIDRS';
const refusalOf = (address: string): string => `leads to ${address}, which is no public address: ${ALLOW}`;

/** The refusal of a name. It hides the address, because customers read it and could map the internal network by asking for names. */
export const NAME_REFUSAL = `leads to what is no public address: ${ALLOW}`;

const refused = (detail: string): ReceiverUrl => ({ ok: false, detail: `The URL ${detail}.` });

const NAME_RULE = 'a name has 253 characters at most, and 1 to 63 between two dots';

/** RFC 1035, 2.3.4. A dot at the end marks a complete name. */
function isName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => label.length >= 1 && label.length <= 63);
}

/** `new URL` has already turned decimal, octal and hexadecimal spellings into dotted quads. */
function toIpLiteral(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) ? hostname : undefined;
}
