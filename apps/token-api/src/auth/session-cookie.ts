import { HOUR, SECOND } from '#libs/config';
import { isSessionSecret } from './session-secret.js';

/** How long a session lasts; use does not make it longer. */
export const SESSION_MS = 8 * HOUR;

/** Decides which cookie a request reads and an answer sets. */
export interface CookiePlace {
  readonly host: string | undefined;
  /** For a page inside a frame of another site. */
  readonly isEmbedded: boolean;
}

export interface CookieHeaders {
  readonly host?: string | undefined;
  readonly cookie?: string | undefined;
  readonly 'x-session'?: string | readonly string[] | undefined;
}

/** Whether a `Host`, with any port, is loopback: over plain HTTP browsers send no `Secure` cookie to it. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** `__Host-` binds the cookie to this host, `Secure` and `Path=/`: browsers take it from no other place. */
export function cookieName({ host = '', isEmbedded }: CookiePlace): string {
  const name = isEmbedded ? 'session-embedded' : 'session';
  return isLoopbackHost(host) ? name : `__Host-${name}`;
}

/** @param secret '' = the browser shall forget the cookie */
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

/** The header `X-Session: embedded` chooses the cookie of the frame. */
export const placeOf = ({ host, 'x-session': kind }: CookieHeaders): CookiePlace => ({ host, isEmbedded: kind === 'embedded' });

/** The value of the one cookie that a request of this place reads; undefined = there is none. */
export function readCookie(place: CookiePlace, header: string | undefined): string | undefined {
  const start = `${cookieName(place)}=`;
  const pair = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  const value = pair?.slice(start.length);
  return value === '' ? undefined : value;
}

/** The secret of the session that a new session of this place takes over; undefined = no such cookie, or one of another form. */
export function replacedSecret(place: CookiePlace, header: string | undefined): string | undefined {
  const secret = readCookie(place, header);
  return secret !== undefined && isSessionSecret(secret) ? secret : undefined;
}
