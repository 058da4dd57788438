// Reconstructs how the scans of a parcel came in: in which order they were applied, which waited and which were late.
import { FAILED_ATTEMPT, type ReadAs, type ReadBy, type Scan, STATUS_RULES, UNMAPPED } from '#libs/contracts';

export interface ScanRow {
  /** `offset` is the place in the topic. */
  readonly scan: Scan & { readonly readAs: ReadAs; readonly readBy: ReadBy; readonly offset: number };
  readonly createdAt: Date;
}

export interface ScanArrival {
  /** True when the scan was stored before the record that opened the parcel. */
  readonly hasWaited: boolean;
  /** True when the scan is older than a scan that was applied before it. Its events are sent, but the parcel's status stays. */
  readonly isLate: boolean;
}

/**
 * @param scans in any order
 * @param openedAtMs when the record that opened the parcel was stored, epoch ms
 */
export function arrivalsOf(scans: readonly ScanRow[], openedAtMs: number): ReadonlyMap<ScanRow, ScanArrival> {
  const arrivals = new Map<ScanRow, ScanArrival>();
  let newestShownMs = -Infinity;
  for (const row of inOrderOfApplication(scans, openedAtMs)) {
    const { occurredAtMs, readAs } = row.scan;
    arrivals.set(row, { hasWaited: hasWaited(row, openedAtMs), isLate: occurredAtMs < newestShownMs });
    if (isShown(readAs)) newestShownMs = Math.max(newestShownMs, occurredAtMs);
  }
  return arrivals;
}

/** Orders scans as event-builder applies them: first the waiting scans by the time at which they happened, then the others as they arrived. */
export const inOrderOfApplication = (scans: readonly ScanRow[], openedAtMs: number): ScanRow[] => [
  ...scans.filter((row) => hasWaited(row, openedAtMs)).toSorted((a, b) => a.scan.occurredAtMs - b.scan.occurredAtMs || byArrival(a, b)),
  ...scans.filter((row) => !hasWaited(row, openedAtMs)).toSorted(byArrival),
];

const hasWaited = ({ createdAt }: ScanRow, openedAtMs: number): boolean => createdAt.getTime() < openedAtMs;

const byArrival = (a: ScanRow, b: ScanRow): number => a.scan.offset - b.scan.offset || a.createdAt.getTime() - b.createdAt.getTime();

/** True when the scan's status can become the parcel's status. */
function isShown(readAs: ReadAs): boolean {
  if (readAs === UNMAPPED) return false;
  if (readAs === FAILED_ATTEMPT) return true;
  const { isHidden, isDropped } = STATUS_RULES[readAs];
  return isHidden !== true && isDropped !== true;
}
