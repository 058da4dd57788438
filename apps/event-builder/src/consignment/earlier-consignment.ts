import type { Scan } from '#libs/contracts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A scan may be this much older than the record and still be of the same parcel (domain D.3). */
const BEFORE_RECORD_MS = 14 * DAY_MS;
/** A record or scan this long after the final event means another parcel under a number used again. */
const REUSED_AFTER_MS = 90 * DAY_MS;

/** True for a scan of an earlier parcel that had the same number. */
export const isOfEarlierConsignment = (scan: Pick<Scan, 'occurredAtMs'>, recordOccurredAtMs: number): boolean =>
  scan.occurredAtMs < recordOccurredAtMs - BEFORE_RECORD_MS;

/** True for a scan of a parcel that was erased; one so much later may come before the record of another parcel with its number. */
export const isOfErased = (scan: Pick<Scan, 'occurredAtMs'>, erasedAtMs: number): boolean =>
  scan.occurredAtMs <= erasedAtMs + REUSED_AFTER_MS - BEFORE_RECORD_MS;

/** True for a record, or a scan, of the next parcel with the number. */
export const isReusedNumber = (finalEventMs: number | undefined, occurredAtMs: number): boolean =>
  finalEventMs !== undefined && occurredAtMs > finalEventMs + REUSED_AFTER_MS;
