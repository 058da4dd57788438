import type { EarlierScan } from '../events/decision.js';

/**
 * Sorts stored scans as live processing would: by the time they happened. Of two scans at the same moment, the later arrival comes last and
 * wins (domain D.6).
 */
export const inReplayOrder = (scans: readonly EarlierScan[]): EarlierScan[] =>
  scans.toSorted((a, b) => a.scan.occurredAtMs - b.scan.occurredAtMs || byArrival(a, b));

/**
 * Compares offsets first: scans of one POST share their insertion time, and the clocks of two senders differ. Another cluster has its own
 * offsets.
 */
const byArrival = (a: EarlierScan, b: EarlierScan): number => a.offset - b.offset || a.createdAtMs - b.createdAtMs;
