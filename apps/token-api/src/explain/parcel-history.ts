// The input of an explanation: everything known about one parcel of one account at one moment.
import type { ContentFilter, DisabledReason, FilteredEvent, ReceiverFilter } from '#libs/contracts';
import type { ConsignmentRow } from '../consignments/consignment-view.js';
import type { ParcelName } from '../consignments/parcels.repository.js';
import type { ScanRow } from '../consignments/scan-history.js';
import type { Delivery } from '../deliveries/deliveries.dto.js';
import type { AttemptEnd } from '../deliveries/diagnosis.js';

/** The most receivers in one explanation: the oldest of the account. Any other receiver is explained by its id. */
export const MOST_RECEIVERS = 20;

/** Its references are those of its record; a later record may have other references. */
export interface HistoryEvent extends FilteredEvent {
  readonly eventid: string;
  readonly timestamp: Date;
  readonly createdAt: Date;
  /** True while the deliveries of that time are kept. */
  readonly hasDeliveries: boolean;
}

/** A scan or record that became a dead letter. */
export interface DeadLetter {
  readonly kind: 'scan' | 'record';
  /** The id as its sender wrote it; null = it could not be read from the message. */
  readonly messageId: string | null;
  readonly reason: string;
  readonly detail: string;
  readonly deadLetteredAt: Date;
}

/** The settings that decide whether a receiver gets an event. */
export interface ReceiverSettings extends ReceiverFilter {
  readonly enabled: boolean;
  /** When (ISO 8601) and why the service disabled the receiver; null = the service has not disabled it. */
  readonly disabled: { readonly at: string; readonly reason: DisabledReason } | null;
}

export interface HistoryReceiver extends ReceiverSettings {
  readonly receiverId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** A change of a receiver in the audit log, with the settings before the change. */
export interface ReceiverChange {
  readonly receiverId: string;
  readonly at: Date;
  readonly before: Partial<Pick<ReceiverSettings, 'enabled' | 'disabled' | 'events'>> & { readonly filter?: Partial<ContentFilter> };
  readonly isDeletion: boolean;
}

export interface ParcelHistory {
  readonly parcel: ParcelName;
  /** The parcel that has the number now. */
  readonly consignment: ConsignmentRow | undefined;
  /** The account's earlier parcels with the number. */
  readonly earlier: readonly { readonly consignmentId: string; readonly generation: number }[];
  /** Newest first. */
  readonly scans: readonly ScanRow[];
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
  readonly deliveries: readonly Delivery[];
  /** The end of the last attempt of each undelivered delivery, by deliveryId. */
  readonly lastEnds: ReadonlyMap<string, Pick<AttemptEnd, 'reason' | 'detail'>>;
  readonly receivers: readonly HistoryReceiver[];
  /** The number of the account's other receivers; 0 when the request names one receiver. */
  readonly receiversNotExplained: number;
  /** Newest first. */
  readonly changes: readonly ReceiverChange[];
  /** Newest first. */
  readonly deadLetters: readonly DeadLetter[];
  /** The number of the account's own scans that wait for the record. */
  readonly ownWaiting: number;
  /** When the data of the account's parcel were erased on request. */
  readonly erasedAt: Date | undefined;
  /** When the account's last parcel with the number ended, if retention has removed its data. */
  readonly removedAt: Date | undefined;
  readonly nowMs: number;
}
