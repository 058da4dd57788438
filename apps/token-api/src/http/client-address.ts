import ipaddr from 'ipaddr.js';
import { type AddressRange, isWithin } from '#libs/egress';

/** No real chain of proxies is longer. */
const MOST_HOPS = 20;

interface Caller {
  /** The address of the connection. */
  readonly peer: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Returns the address of the client: the address of the connection or, behind trusted proxies, the nearest address that is not a trusted
 * proxy.
 * @param trusted the proxies whose `X-Forwarded-For` or `Forwarded` (RFC 7239) counts. If a request has both headers, neither counts: the
 * caller may have written one of them.
 */
export function clientAddress({ peer, headers }: Caller, trusted: readonly AddressRange[]): string {
  let address = peer;
  for (const named of hopsOf(headers)) {
    if (!isWithin(address, trusted) || !ipaddr.isValid(named)) break;
    address = named;
  }
  return address;
}

/** The hops, the nearest first. */
function hopsOf({ 'x-forwarded-for': plain, forwarded }: Caller['headers']): string[] {
  if ((plain === undefined) === (forwarded === undefined)) return [];
  const hops = plain === undefined ? String(forwarded).split(',').map(forOf) : String(plain).split(',');
  return hops.slice(-MOST_HOPS).map(withoutPort).toReversed();
}

/** Returns the address in an element such as `for="[2001:db8::1]:80";proto=https`. */
function forOf(element: string): string {
  const pair = element.split(';').find((each) => each.trim().toLowerCase().startsWith('for=')) ?? '';
  return pair.slice(pair.indexOf('=') + 1).replaceAll('"', '');
}

/** Accepts `192.0.2.1:80` and `[2001:db8::1]:80`, with or without a port. */
function withoutPort(hop: string): string {
  const text = hop.trim();
  if (text.startsWith('[')) return text.slice(1, text.indexOf(']'));
  const [host, , ...more] = text.split(':');
  return more.length === 0 ? host! : text;
}
