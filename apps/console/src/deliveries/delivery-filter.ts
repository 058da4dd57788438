import type { Schemas, WebhookEventName } from '../api/schemas.js';
import type { DeliveryStatus, Outcome } from '../api/vocabulary.js';

/** The search part of the address, all texts. */
export interface DeliverySearch {
  readonly receiverId?: string;
  readonly status?: string;
  readonly event?: string;
  readonly kind?: string;
  readonly outcome?: string;
  readonly httpStatus?: string;
  readonly orderNo?: string;
  readonly client?: string;
  readonly courier?: string;
  readonly trackingNumber?: string;
  readonly eventid?: string;
  readonly from?: string;
  readonly to?: string;
  readonly live?: string;
  /** The zone of all times, which is no filter. */
  readonly zone?: string;
}

/** Returns the query of GET /deliveries. The API refuses a value that it does not know. */
export const toDeliveryFilter = ({ status, event, kind, outcome, httpStatus, courier, trackingNumber, ...search }: DeliverySearch) => ({
  receiverId: search.receiverId,
  status: status as DeliveryStatus | undefined,
  event: event as WebhookEventName | undefined,
  kind: kind as Schemas['Delivery']['kind'] | undefined,
  outcome: outcome as Outcome | undefined,
  ...(httpStatus !== undefined && { httpStatus: Number(httpStatus) }),
  orderNo: search.orderNo,
  client: search.client,
  ...(courier !== undefined && trackingNumber !== undefined && { courier, trackingNumber }),
  eventid: search.eventid,
  from: search.from,
  to: search.to,
});

export type DeliveryFilter = ReturnType<typeof toDeliveryFilter>;

/** Whether courier or tracking number is missing: they filter only together. */
export const isHalfParcel = ({ courier, trackingNumber }: DeliverySearch): boolean =>
  (courier === undefined) !== (trackingNumber === undefined);

const RARE = ['kind', 'outcome', 'httpStatus', 'client', 'courier', 'trackingNumber', 'eventid'] as const;

/** Returns how many filters under “More filters” are set. */
export const rareFilters = (search: DeliverySearch): number => RARE.filter((name) => search[name] !== undefined).length;
