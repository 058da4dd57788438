/** The name of a parcel; `trackingNumber` is normalised. */
export interface ParcelName {
  readonly courier: string;
  readonly trackingNumber: string;
}

/**
 * Returns a text that is unique per parcel: a normalised tracking number has no space, so the first space ends it. The topic key
 * `courier:TRACKING` is not unique: `acme` and `X:1` give the same key as `acme:X` and `1`.
 */
export const parcelOf = ({ courier, trackingNumber }: ParcelName): string => `${trackingNumber} ${courier}`;

/**
 * Returns the key to lock while deciding about a parcel. Two parcels may share a lock and then wait for each other. All versions that run
 * at the same time must use the same keys.
 */
export const lockOf = ({ courier, trackingNumber }: ParcelName): string => `${courier}:${trackingNumber}`;
