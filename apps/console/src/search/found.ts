import type { Schemas } from '../api/schemas.js';

type Parcel = Schemas['ListedConsignment'];

export type Found =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'delivery'; readonly deliveryId: string }
  /** `eventid` is the event that was looked for. */
  | { readonly kind: 'parcel'; readonly courier: string; readonly trackingNumber: string; readonly eventid?: string }
  | { readonly kind: 'several'; readonly parcels: readonly Parcel[] };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** Opens a single result at once. If a newer parcel has the same number, the older parcel has no view: the search lists it. */
export function foundParcels(parcels: readonly Parcel[]): Found {
  const [first, second] = parcels;
  if (first === undefined) return { kind: 'nothing' };
  if (second !== undefined || !first.isCurrent) return { kind: 'several', parcels };
  return { kind: 'parcel', courier: first.courier, trackingNumber: first.trackingNumber };
}
