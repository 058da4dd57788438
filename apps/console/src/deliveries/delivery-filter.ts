import type { EventName } from '../api/schemas.js';
import type { DeliveryStatus, Outcome } from '../shared/vocabulary.js';

/** The search part of the address, all texts. */
export interface DeliverySearch {
  readonly receiverId?: string;
  readonly status?: string;
  readonly event?: string;
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
}

/** The query of GET /deliveries; the API names a value that it does not know. */
export const toDeliveryFilter = ({ status, event, outcome, httpStatus, courier, trackingNumber, ...search }: DeliverySearch) => ({
  receiverId: search.receiverId,
  status: status as DeliveryStatus | undefined,
  event: event as EventName | undefined,
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

/** One of two that only filter together is missing. */
export const isHalfParcel = ({ courier, trackingNumber }: DeliverySearch): boolean =>
  (courier === undefined) !== (trackingNumber === undefined);

const RARE = ['outcome', 'httpStatus', 'client', 'courier', 'trackingNumber', 'eventid', 'from', 'to'] as const;

/** How many of the filters that are folded away are set. */
export const rareFilters = (search: DeliverySearch): number => RARE.filter((name) => search[name] !== undefined).length;

const pad = (part: number): string => String(part).padStart(2, '0');

/** An instant as a field of a form shows it: `2026-03-29T10:00` in the zone of the browser; "" = none. */
export function toLocalInput(instant: string | undefined): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const date = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
  return `${date}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

export function fromLocalInput(text: string | undefined): string | undefined {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
