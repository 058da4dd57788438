// The addresses that a webhook may go to: public unicast only, unless the operator allows a range (docs/http.md).
import ipaddr from 'ipaddr.js';

/** `10.1.0.0/16` or `::1/128`. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads comma-separated CIDRs; a bare address is a range of one address. @throws Error whose message continues "NAME …" */
export function parseAddressRanges(text: string): readonly AddressRange[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(toRange);
}

function toRange(entry: string): AddressRange {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (ipaddr.isValid(entry)) {
    const address = ipaddr.parse(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  throw new Error(`must be CIDRs such as 10.1.0.0/16,fd00::/8, not "${entry}"`);
}

/**
 * True for private, loopback, link-local (metadata), multicast, reserved, mapped and translated addresses outside `allowed`,
 * and for any text that is not an address.
 */
export function isRefusedAddress(text: string, allowed: readonly AddressRange[]): boolean {
  if ((!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) || COMPATIBLE.test(text)) return true;
  // An IPv4 address wrapped in IPv6 is judged as the IPv4 address that it reaches.
  const address = ipaddr.process(text);
  if (address.range() === 'unicast' && isGivenOut(address)) return false;
  return !isIn(address, allowed);
}

/** True for an address in these ranges, including an IPv4 address in IPv6 form. */
export const isWithin = (text: string, ranges: readonly AddressRange[]): boolean =>
  ranges.length > 0 && ipaddr.isValid(text) && isIn(ipaddr.process(text), ranges);

const isIn = (address: AddressRange[0], ranges: readonly AddressRange[]): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range));

/** The library reads ::1.2.3.4 as ::ffff:1.2.3.4, but it is a different address. */
const COMPATIBLE = /^::\d+\.\d+\.\d+\.\d+$/;

/** The only public range of IPv6. The rest is unassigned, or an old way to wrap an IPv4 address (::7f00:1). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses for documentation (RFC 9637), which the library does not know. */
const DOCUMENTATION = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Public addresses that belong to the platform under the sender: Azure's host (WireServer), which gives every machine its configuration;
 * IBM Cloud's services (161.26.0.0/16, 166.8.0.0/14); Google's private access to its APIs (199.36.153.4/30 and .8/30).
 */
export const OF_PLATFORMS = parseAddressRanges('168.63.129.16/32,161.26.0.0/16,166.8.0.0/14,199.36.153.4/30,199.36.153.8/30');

const isGivenOut = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv4' ? !isIn(address, OF_PLATFORMS) : address.match(GLOBAL_UNICAST) && !address.match(DOCUMENTATION);
