import ipaddr from 'ipaddr.js';

const FREE_FAILURES = 50;
const STEP_MS = 5;
const MAX_DELAY_MS = 250;

/** How long a refused login waits for its answer, by the failures of the last minute; the first ones do not wait: people mistype. */
export const loginDelayMs = (failures: number): number => Math.min(MAX_DELAY_MS, Math.max(0, failures - FREE_FAILURES) * STEP_MS);

/** Whose failures are counted together: an IPv4 address, or the /64 of an IPv6 address, which is one customer's line. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  // every group spelled out: of ::-shortened ones the first four groups written would be of the host, who chooses them
  return plain.kind() === 'ipv4' ? plain.toString() : plain.toNormalizedString().split(':').slice(0, 4).join(':');
}
