/** Longest courier code and tracking number that are indexed, in characters. */
export const MAX_REFERENCE_CHARS = 200;

/** The tracking number that identifies: trimmed, without white space, upper case; dashes stay (domain D.1). */
export const normaliseTrackingNumber = (trackingNumber: string): string => trackingNumber.replace(/\s+/gu, '').toUpperCase();

/** Key of `scans` and `records`: `courier:TRACKING`. */
export const parcelKey = (courier: string, trackingNumber: string): string => `${courier}:${normaliseTrackingNumber(trackingNumber)}`;
