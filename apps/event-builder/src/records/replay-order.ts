import type { ReadScan } from '../events/decision.js';

const MIN_OFFSET = -1;

/** Stored scans in the order of live processing: by the time they happened. Of two scans of the same moment the later arrival comes last and wins (domain D.6). */
export const inReplayOrder = (scans: readonly ReadScan[]): ReadScan[] =>
  scans.toSorted((a, b) => a.scan.occurredAtMs - b.scan.occurredAtMs || byArrival(a, b));

/** By the offset: scans of one POST share their insertion time, and the clocks of two senders differ. Those without came before offsets were kept. */
const byArrival = (a: ReadScan, b: ReadScan): number =>
  (a.offset ?? MIN_OFFSET) - (b.offset ?? MIN_OFFSET) || (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0);
