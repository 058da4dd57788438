import { normaliseTrackingNumber } from '#libs/contracts';

/** What names a parcel inside an account. */
export interface ParcelName {
  readonly courier: string;
  /** Normalised, as the key of its messages is. */
  readonly trackingNumber: string;
}

/** Both are given, or neither (ParcelPageDto). */
export const toParcelName = ({ courier, trackingNumber }: { courier?: string; trackingNumber?: string }): ParcelName | undefined =>
  courier === undefined || trackingNumber === undefined ? undefined : { courier, trackingNumber: normaliseTrackingNumber(trackingNumber) };
