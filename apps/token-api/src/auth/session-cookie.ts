import { HOUR, SECOND } from '#libs/config';
import { isSessionSecret } from './session-secret.js';

/** The lifetime of a session; use does not extend it. */
export const SESSION_MS = 8 * HOUR;

/** Decides which cookie a request reads and an answer sets. */
export interface CookiePlace {
  readonly host: string | undefined;
  /** True for a page in a frame of another site. */
  readonly isEmbedded: boolean;
}

export interface CookieHeaders {
  readonly host?: string | undefined;
  readonly cookie?: string | undefined;
  readonly 'x-session'?: string | readonly string[] | undefined;
}

/** True when a `Host`, with any port, is loopback. Over plain HTTP, browsers send no `Secure` cookie to a loopback host. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** Returns the name of the cookie. With `__Host-`, browsers accept the cookie only from this host, with `Secure` and `Path=/`. */
export function cookieName({ host = '', isEmbedded }: CookiePlace): string {
  const name = isEmbedded ? 'session-embedded' : 'session';
  return isLoopbackHost(host) ? name : `__Host-${name}`;
}

/** @param secret '' = the browser deletes the cookie */
export function toSetCookie(place: CookiePlace, secret: string): string {
  const { host = '', isEmbedded } = place;
  const isSecure = isEmbedded || !isLoopbackHost(host);
  return [
    `${cookieName(place)}=${secret}`,
    'Path=/',
    `Max-Age=${secret === '' ? 0 : SESSION_MS / SECOND}`,
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
    ...(isEmbedded ? ['SameSite=None', 'Partitioned'] : ['SameSite=Strict']),
  ].join('; ');
}

/** The header `X-Session: embedded` chooses the cookie of embedded pages. */
export const placeOf = ({ host, 'x-session': kind }: CookieHeaders): CookiePlace => ({ host, isEmbedded: kind === 'embedded' });

/** Returns the value of the cookie for this place; undefined = the request does not have it. */
export function readCookie(place: CookiePlace, header: string | undefined): string | undefined {
  const start = `${cookieName(place)}=`;
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  const value = pair?.slice(start.length);
  return value === '' ? undefined : value;
}

/** Returns the secret of the session that a new session replaces; undefined = no cookie, or a cookie that is no session secret. */
export function replacedSecret(place: CookiePlace, header: string | undefined): string | undefined {
  const secret = readCookie(place, header);
  return secret !== undefined && isSessionSecret(secret) ? secret : undefined;
}
