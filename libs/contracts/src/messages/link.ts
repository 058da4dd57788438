const ILLEGAL_IN_URI = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gu;
/** Brackets belong around an IPv6 host and nowhere else. */
const BRACKET = /[[\]]/g;
const AFTER_HOST = /(?<=^https?:\/\/[^/?#]+)[/?#]/i;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
/** Written out: URL parsers take fewer slashes and more. */
const BEGINS_WITH_HOST = /^https?:\/\/[^/?#]/i;
/** URL parsers leave most of these out. */
const CONTROL = /\p{Cc}/u;
/** URL parsers take it for a slash, up to the query. */
const BACKSLASH = '\\';

/** An http(s) link as a valid URI (RFC 3986): kept as received when it is one, percent-encoded when only that is missing, else undefined. */
export function parseLink(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const written = text.trim();
  if (!BEGINS_WITH_HOST.test(written) || meansAnother(written) || !URL.canParse(written)) return undefined;
  const encoded = written.replace(STRAY_PERCENT, '%25').replace(ILLEGAL_IN_URI, encodeURIComponent);
  const afterHost = encoded.search(AFTER_HOST);
  return afterHost === -1
    ? encoded
    : encoded.slice(0, afterHost) + withOneFragment(encoded.slice(afterHost).replace(BRACKET, encodeURIComponent));
}

/** Encoded, it would be neither what is written nor what a URL parser makes of it. */
const meansAnother = (written: string): boolean => CONTROL.test(written) || (written.split(/[?#]/, 1)[0] ?? '').includes(BACKSLASH);

/** A fragment begins at the first `#` and holds no other. */
function withOneFragment(text: string): string {
  const [before = '', ...fragment] = text.split('#');
  return fragment.length === 0 ? text : `${before}#${fragment.join('%23')}`;
}
