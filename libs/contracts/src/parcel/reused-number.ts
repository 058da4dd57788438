// When a tracking number means the next parcel (domain D.3).
const DAY_MS = 24 * 60 * 60 * 1000;

/** A scan of the same parcel may be this much older than the record. */
export const BEFORE_RECORD_MS = 14 * DAY_MS;
/** A record or scan this long after the final event belongs to another parcel with the same number. */
export const REUSED_AFTER_MS = 90 * DAY_MS;

/** True for a record or scan of the next parcel with the number. */
export const isReusedNumber = (finalEventMs: number | undefined, occurredAtMs: number): boolean =>
  finalEventMs !== undefined && occurredAtMs > finalEventMs + REUSED_AFTER_MS;
