import type { ReferenceKey } from '../vocabulary.js';

/**
 * Returns path and query of a receiver's URL. Its own query stays unchanged. A mirrored reference is added unless the URL already has a
 * parameter of that name.
 * @param valueOf the value as it stands in the URL
 */
export function withMirrored(url: URL, names: readonly ReferenceKey[], valueOf: (name: ReferenceKey) => string): string {
  const added = names
    .filter((name) => !url.searchParams.has(name))
    .map((name) => `${encodeURIComponent(name)}=${valueOf(name)}`)
    .join('&');
  if (added === '') return url.pathname + url.search;
  return `${url.pathname}${url.search === '' ? '?' : `${url.search}&`}${added}`;
}
