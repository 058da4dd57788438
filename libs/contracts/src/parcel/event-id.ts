import { uuidV5 } from '../uuid-v5.js';
import type { EventName } from '../vocabulary.js';

/** Never change it: a new namespace would give every known parcel new ids. */
const NAMESPACE = 'b6f7a1de-3c57-5d0e-9a44-1f0e7c2d8b60';

/** The cause of an event. The same cause always gives the same event id (ARCHITECTURE.md, invariant 2). */
export type Cause =
  | { readonly kind: 'once' }
  | { readonly kind: 'scan'; readonly id: string }
  | { readonly kind: 'transfer'; readonly id: string }
  | { readonly kind: 'send_date'; readonly id: string };

export const ONCE: Cause = { kind: 'once' };

export interface ParcelIdentity {
  readonly account: number;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly generation: number;
}

// JSON joins the parts, so that two different lists never give the same text.
export const consignmentIdOf = (parcel: ParcelIdentity): string =>
  uuidV5(JSON.stringify([parcel.account, parcel.courier, parcel.trackingNumber, parcel.generation]), NAMESPACE);

/** Identifies a tracking number without showing it, the same for every account. */
export const parcelIdOf = ({ courier, trackingNumber }: Pick<ParcelIdentity, 'courier' | 'trackingNumber'>): string =>
  uuidV5(JSON.stringify([courier, trackingNumber]), NAMESPACE);

export const eventIdOf = (consignmentId: string, event: EventName, cause: Cause): string =>
  uuidV5(JSON.stringify(cause.kind === 'once' ? [event, 'once'] : [event, cause.kind, cause.id]), consignmentId);
