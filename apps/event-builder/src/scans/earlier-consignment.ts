import { BEFORE_RECORD_MS, REUSED_AFTER_MS, type Scan } from '#libs/contracts';

/** True for a scan of an earlier parcel that had the same number. */
export const isOfEarlierConsignment = (scan: Pick<Scan, 'occurredAtMs'>, recordOccurredAtMs: number): boolean =>
  scan.occurredAtMs < recordOccurredAtMs - BEFORE_RECORD_MS;

/** True for a scan of a parcel that was erased; one so much later may come before the record of another parcel with its number. */
export const isOfErased = (scan: Pick<Scan, 'occurredAtMs'>, erasedAtMs: number): boolean =>
  scan.occurredAtMs <= erasedAtMs + REUSED_AFTER_MS - BEFORE_RECORD_MS;
