import { oneLine } from './one-line.js';

const MOST_CHARS = 200;

/**
 * Returns why a redirect failed.
 * @param location as received, with secrets masked; its query may repeat references, and its user part is a password
 */
export function redirectWords(location: string | undefined): string {
  if (location === undefined) return 'redirects are not followed';
  const [place = ''] = location.split(/[?#]/, 1);
  return `redirects are not followed: it leads to ${oneLine(withoutUser(place), MOST_CHARS)}`;
}

function withoutUser(place: string): string {
  const slashes = place.indexOf('//');
  if (slashes < 0) return place;
  const [scheme, rest] = [place.slice(0, slashes + 2), place.slice(slashes + 2)];
  const [host = ''] = rest.split('/', 1);
  return scheme + rest.slice(host.lastIndexOf('@') + 1);
}
