const ILLEGAL_IN_URI = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gu;
/** Brackets belong around an IPv6 host and nowhere else. */
const BRACKET = /[[\]]/g;
const AFTER_HOST = /(?<=^https?:\/\/[^/?#]+)[/?#]/i;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;

/** An http(s) link as a valid URI (RFC 3986): kept as received when it is one, percent-encoded when only that is missing, else undefined. */
export function parseLink(text: unknown): string | undefined {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const { protocol } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const encoded = text.trim().replace(STRAY_PERCENT, '%25').replace(ILLEGAL_IN_URI, encodeURIComponent);
  const afterHost = encoded.search(AFTER_HOST);
  return afterHost === -1 ? encoded : encoded.slice(0, afterHost) + encoded.slice(afterHost).replace(BRACKET, encodeURIComponent);
}
