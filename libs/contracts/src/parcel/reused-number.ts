// Where one parcel of a number ends and the next begins (domain D.3).
const DAY_MS = 24 * 60 * 60 * 1000;

/** A scan may be this much older than the record and still be of the same parcel. */
export const BEFORE_RECORD_MS = 14 * DAY_MS;
/** A record or scan this long after the final event means another parcel under a number used again. */
export const REUSED_AFTER_MS = 90 * DAY_MS;

/** True for a record, or a scan, of the next parcel with the number. */
export const isReusedNumber = (finalEventMs: number | undefined, occurredAtMs: number): boolean =>
  finalEventMs !== undefined && occurredAtMs > finalEventMs + REUSED_AFTER_MS;
