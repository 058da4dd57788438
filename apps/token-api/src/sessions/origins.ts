import { asList } from '#libs/config';
import { isLoopbackHost } from '../auth/session-cookie.js';

/** A host in a Content-Security-Policy: no wildcard, and no `;`, which URLs allow. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;

/** `https://a.example,https://b.example` */
export const asOrigins = (text: string): readonly string[] =>
  asList(text).map((entry) => toOrigin(entry, 'must be origins such as https://portal.example, comma-separated'));

/** `https://webhooks.example`; empty = undefined */
export const asOptionalOrigin = (text: string): string | undefined =>
  text === '' ? undefined : toOrigin(text, 'must be an origin such as https://webhooks.example');

function toOrigin(entry: string, wanted: string): string {
  const url = URL.canParse(entry) ? new URL(entry) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host));
  const isOrigin = isSafe && HOST.test(url.hostname) && url.href === `${url.origin}/`;
  if (!isOrigin) throw new Error(`${wanted} (http for loopback only), not "${entry}"`);
  return url.origin;
}
