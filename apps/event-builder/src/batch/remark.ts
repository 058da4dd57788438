import type { UnmappedCode } from '../scans/unmapped-code.js';

/** A fact about a batch that may interest an operator: counted, never an error. */
export type Remark =
  /** A part of a message was not understood and was left out. */
  | { readonly kind: 'repaired'; readonly field: string }
  /** The record's send_date exists on no calendar, so it is not watched. */
  | { readonly kind: 'send_date_left_out'; readonly account: number; readonly transferId: string }
  /** The message's key is missing or names another parcel. */
  | { readonly kind: 'keyless' }
  /** A scan of an earlier parcel with the same number was left out. */
  | { readonly kind: 'earlier_consignment' }
  /** A record of a parcel that retention has removed. */
  | { readonly kind: 'late_record' }
  /** A scan or record of a parcel whose data were erased on request. */
  | { readonly kind: 'erased' }
  /** Neither record nor country names the recipient's zone. */
  | { readonly kind: 'zone_guessed'; readonly country: string }
  /** No texts in that language yet. */
  | { readonly kind: 'language_fallback'; readonly language: string }
  /** No rule, hint or text explains the scan; `isOwn`: an account wrote it, not a carrier. */
  | { readonly kind: 'unmapped'; readonly code: UnmappedCode; readonly isOwn: boolean };
