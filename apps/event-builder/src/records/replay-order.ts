import type { EarlierScan } from '../events/decision.js';

/** Stored scans in the order of live processing: by the time they happened. Of two scans of the same moment the later arrival comes last and wins (domain D.6). */
export const inReplayOrder = (scans: readonly EarlierScan[]): EarlierScan[] =>
  scans.toSorted((a, b) => a.scan.occurredAtMs - b.scan.occurredAtMs || byArrival(a, b));

/** By the offset: scans of one POST share their insertion time, and the clocks of two senders differ. Offsets begin again in another cluster. */
const byArrival = (a: EarlierScan, b: EarlierScan): number => a.offset - b.offset || a.createdAtMs - b.createdAtMs;
