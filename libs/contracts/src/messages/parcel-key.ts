/** The longest courier code and tracking number that the indexes hold, in characters. */
export const MAX_REFERENCE_CHARS = 200;

/** Normalises the tracking number that identifies a parcel: without white space, in upper case; dashes stay (domain D.1). */
export const normaliseTrackingNumber = (trackingNumber: string): string => trackingNumber.replace(/\s+/gu, '').toUpperCase();

/** The message key in topics `scans` and `records`: `courier:TRACKING`. */
export const parcelKey = (courier: string, trackingNumber: string): string => `${courier}:${normaliseTrackingNumber(trackingNumber)}`;
