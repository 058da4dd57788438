// Everything that is known of one parcel of one account, as of one moment: what an explanation is made from.
import type { DisabledReason, EventName } from '#libs/contracts';
import type { ConsignmentRow } from '../consignments/consignment-view.js';
import type { ParcelName } from '../consignments/parcels.repository.js';
import type { ScanRow } from '../consignments/scan-history.js';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import type { AttemptEnd } from '../deliveries/diagnosis.js';

/** The most receivers that are explained at once. An account with more has its oldest explained, and any other by its id. */
export const MOST_RECEIVERS = 20;

export interface HistoryEvent {
  readonly eventid: string;
  readonly event: EventName;
  /** The client of the event; a later record may have named another client. */
  readonly client: string;
  readonly timestamp: Date;
  readonly createdAt: Date;
  /** Deliveries of that time are still kept. */
  readonly hasDeliveries: boolean;
}

/** A scan or record that became a dead letter. */
export interface DeadLetter {
  readonly kind: 'scan' | 'record';
  /** As written; null = the message could not be read so far. */
  readonly messageId: string | null;
  readonly reason: string;
  readonly detail: string;
  readonly deadLetteredAt: Date;
}

/** What decides whether a receiver gets an event. */
export interface ReceiverSettings {
  readonly enabled: boolean;
  /** Since when the service has disabled the receiver, ISO 8601, and why; null = it has not. */
  readonly disabled: { readonly at: string; readonly reason: DisabledReason } | null;
  /** Empty = all. */
  readonly events: readonly EventName[];
  /** Empty = all. */
  readonly clients: readonly string[];
}

export interface HistoryReceiver extends ReceiverSettings {
  readonly receiverId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** A change of a receiver by the audit log: what it replaced. */
export interface ReceiverChange {
  readonly receiverId: string;
  readonly at: Date;
  readonly before: Partial<ReceiverSettings>;
  readonly isDeletion: boolean;
}

export interface ParcelHistory {
  readonly parcel: ParcelName;
  /** The parcel that has the number now. */
  readonly consignment: ConsignmentRow | undefined;
  /** Parcels that had the number before, of this account. */
  readonly earlier: readonly { readonly consignmentId: string; readonly generation: number }[];
  /** Newest first. */
  readonly scans: readonly ScanRow[];
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
  readonly deliveries: readonly Delivery[];
  /** By deliveryId: how the last attempt of an undelivered one ended. */
  readonly lastEnds: ReadonlyMap<string, Pick<AttemptEnd, 'reason' | 'detail'>>;
  readonly receivers: readonly HistoryReceiver[];
  /** Receivers of the account that are not among them, although none was asked for by its id. */
  readonly receiversNotExplained: number;
  /** Newest first. */
  readonly changes: readonly ReceiverChange[];
  /** Newest first. */
  readonly deadLetters: readonly DeadLetter[];
  /** Scans of the account itself that wait for the record. */
  readonly ownWaiting: number;
  /** When the data of the account's parcel were erased on request. */
  readonly erasedAt: Date | undefined;
  /** When the account's last parcel of the number ended, whose data retention has removed. */
  readonly removedAt: Date | undefined;
  readonly nowMs: number;
}
