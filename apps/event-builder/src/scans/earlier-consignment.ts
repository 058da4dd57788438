import { BEFORE_RECORD_MS, REUSED_AFTER_MS, type Scan } from '#libs/contracts';

/** Returns true for a scan of an earlier parcel with the same number. */
export const isOfEarlierConsignment = (scan: Pick<Scan, 'occurredAtMs'>, recordOccurredAtMs: number): boolean =>
  scan.occurredAtMs < recordOccurredAtMs - BEFORE_RECORD_MS;

/**
 * Returns true for a scan of an erased parcel. A much later scan may belong to another parcel with the same number and come before its
 * record.
 */
export const isOfErased = (scan: Pick<Scan, 'occurredAtMs'>, erasedAtMs: number): boolean =>
  scan.occurredAtMs <= erasedAtMs + REUSED_AFTER_MS - BEFORE_RECORD_MS;
