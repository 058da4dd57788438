/** What identifies a parcel; `trackingNumber` normalised. */
export interface ParcelName {
  readonly courier: string;
  readonly trackingNumber: string;
}

/**
 * One text for a parcel, another for every other: a normalised tracking number has no space, so the first one ends it. The key of the topics,
 * `courier:TRACKING`, would not do: `acme` and `X:1` have the same as `acme:X` and `1`.
 */
export const parcelOf = ({ courier, trackingNumber }: ParcelName): string => `${trackingNumber} ${courier}`;

/** What is locked while somebody decides on a parcel. Two parcels may share one and then wait for each other; all versions that run at the same time must agree on it. */
export const lockOf = ({ courier, trackingNumber }: ParcelName): string => `${courier}:${trackingNumber}`;
