const ILLEGAL_IN_URI = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+/gu;
/** Brackets may only enclose an IPv6 host. */
const BRACKET = /[[\]]/g;
const AFTER_HOST = /(?<=^https?:\/\/[^/?#]+)[/?#]/i;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
/** Written out, because URL parsers accept fewer and more slashes. */
const BEGINS_WITH_HOST = /^https?:\/\/[^/?#]/i;
/** URL parsers drop most of these characters. */
const CONTROL = /\p{Cc}/u;
/** URL parsers read it as a slash, up to the query. */
const BACKSLASH = '\\';

/** Returns an http(s) link as a valid URI (RFC 3986): unchanged, or percent-encoded when only that is missing; undefined for any other text. */
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

/** True when an encoded link would differ both from the text and from the reading of a URL parser. */
const meansAnother = (written: string): boolean => CONTROL.test(written) || (written.split(/[?#]/, 1)[0] ?? '').includes(BACKSLASH);

/** A fragment begins at the first `#` and contains no other. */
function withOneFragment(text: string): string {
  const [before = '', ...fragment] = text.split('#');
  return fragment.length === 0 ? text : `${before}#${fragment.join('%23')}`;
}
