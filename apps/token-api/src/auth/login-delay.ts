const FREE_FAILURES = 50;
const STEP_MS = 5;
const MAX_DELAY_MS = 250;

/** How long a refused login waits for its answer, by the failures of the last minute; the first ones do not wait: people mistype. */
export const loginDelayMs = (failures: number): number => Math.min(MAX_DELAY_MS, Math.max(0, failures - FREE_FAILURES) * STEP_MS);

/** Whose failures are counted together: an IPv4 address, or the /64 of an IPv6 address, which is one customer's line. */
export function sourceOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? (plain.split('%')[0] ?? '').split(':').slice(0, 4).join(':') : plain;
}
