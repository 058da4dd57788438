import {
  type CloudEventIdentity,
  type DeliveryAttempt,
  type EtaUnknownForm,
  toTrackingBody,
  type WebhookEventName,
  type WebhookFormat,
  type WebhookPayload,
} from '#libs/contracts';
import { type Notification, toAttempt } from '../notifications/notification.js';

/** The most deliveries of a period that are counted when it is ordered. */
export const MOST_COUNTED = 10_000;

/** The most events that a preview names. */
export const MOST_SAMPLED = 10;

/** Stands for the status of a delivery when the receiver wants an event but has no delivery for it. */
export const MISSING = 'missing';

/** The deliveries that an order would send again. */
export interface Preview {
  /** At most MOST_COUNTED. */
  readonly count: number;
  /** false = there are at least `count`. */
  readonly countIsExact: boolean;
  /** The end of the period that was counted. */
  readonly to: Date;
  /** The first events. */
  readonly sample: readonly {
    readonly eventid: string;
    readonly event: WebhookEventName;
    readonly createdAt: Date;
    /** null = there is no delivery yet. */
    readonly deliveryId: string | null;
    readonly consignmentId: string;
    /** null = the data of the parcel are no longer kept. */
    readonly courier: string | null;
    readonly trackingNumber: string | null;
    readonly orderNo: string | null;
  }[];
}

/** An order is for one delivery or for a period. */
export type OrderKind = 'delivery' | 'period';

/** The most orders of one account that may run at a time. An order for a period may take an hour, an order for a delivery takes milliseconds. */
export const MOST_RUNNING: Readonly<Record<OrderKind, number>> = { delivery: 1000, period: 20 };

/** The deliveries of a receiver that were created in a period and have this status. */
export interface Period {
  readonly receiverId: string;
  readonly from: Date;
  /** The requested end; undefined = the moment of the order. */
  readonly to: Date | undefined;
  readonly status: string;
}

// The texts are equal for equal requests.

export const requestOfDelivery = (deliveryId: string): string => `delivery/${deliveryId.toLowerCase()}`;

export const requestOfPeriod = ({ receiverId, from, to, status }: Period): string =>
  `receiver/${receiverId.toLowerCase()} ${from.toISOString()} ${to?.toISOString() ?? ''} ${status}`;

/** A delivery whose new round has begun. */
export interface BegunRound {
  readonly deliveryId: string;
  readonly createdAt: string;
  readonly round: number;
}

/** The parts of the first attempt of a new round: the event as it was decided, and the form that the receiver wants now. */
export interface RoundRow {
  readonly deliveryId: string;
  readonly createdAt: Date;
  readonly round: number;
  readonly account: number;
  readonly receiverId: string;
  readonly consignmentId: string;
  readonly eventid: string;
  readonly event: WebhookEventName;
  /** null = an operational event. */
  readonly payload: WebhookPayload | null;
  /** null = an event of a parcel. */
  readonly notification: Omit<Notification, 'createdAt'> | null;
  /** null = the receiver is gone; the attempt will be cancelled. */
  readonly format: WebhookFormat | null;
  readonly etaUnknownForm: EtaUnknownForm | null;
}

/** Makes the first attempt of a round. Eventid and timestamp are the same as before; all 16 attempts of the round send the same body. */
export function toFirstAttempts(row: RoundRow, identity: CloudEventIdentity): DeliveryAttempt[] {
  const { receiverId, createdAt, round, payload, notification, format } = row;
  if (payload) return [toTrackingAttempt({ ...row, payload }, identity)];
  const attempt = notification && toAttempt({ ...notification, createdAt }, { receiverId, format: format ?? 'plain' }, identity);
  return attempt ? [{ ...attempt, round }] : [];
}

const toTrackingAttempt = (row: RoundRow & { readonly payload: WebhookPayload }, identity: CloudEventIdentity): DeliveryAttempt => ({
  deliveryId: row.deliveryId,
  deliveryCreatedAtMs: row.createdAt.getTime(),
  receiverId: row.receiverId,
  account: row.account,
  consignmentId: row.consignmentId,
  eventid: row.eventid,
  event: row.event,
  round: row.round,
  attempt: 1,
  references: row.payload.references,
  body: Buffer.from(
    toTrackingBody(row.payload, { format: row.format ?? 'plain', etaUnknownForm: row.etaUnknownForm ?? 'object' }, identity),
  ),
});
