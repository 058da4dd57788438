// The webhook body, spelled exactly as in the specification (Resources and their fields).
import type { ExpectedDelivery } from '../messages/expected-delivery.js';
import type { OpeningHours } from '../messages/pickup-location.js';
import type { References } from '../messages/record.js';
import type { DeliveryStatus, EtaUnknownForm, EventName, ExceptionCode, NextAction, ReturnReason } from '../vocabulary.js';

/** Whole days, -1 = the ending scan has not happened (domain D.7). */
export interface WebhookReporting {
  readonly lead_time_door_to_door: number;
  readonly lead_time_qualified_attempt: number;
  readonly lead_time_end_to_end: number;
}

export type NoExpectedDelivery = Readonly<Record<string, never>>;

export interface WebhookData {
  readonly tracking_link: string;
  readonly reroute_link: string;
  readonly raw_scan: string;
  readonly raw_scan_location: string;
  readonly delivery_status: DeliveryStatus;
  readonly delivery_status_locale_short: string;
  readonly delivery_status_locale_long: string;
  /** `{}` while no reliable date is known. A receiver can choose another form for that. */
  readonly expected_delivery_date_raw: ExpectedDelivery | NoExpectedDelivery;
  readonly expected_delivery_date_formatted: string;
  readonly delivery_location: string;
  readonly exception_code?: ExceptionCode;
  readonly next_action?: NextAction;
  readonly next_action_is_specified?: boolean;
  readonly pickup_location_address?: string;
  readonly pickup_location_opening_hours?: OpeningHours;
  readonly pickup_location_coordinates?: { readonly lat: number; readonly long: number };
  readonly delivery_information?: string;
  readonly return_reason?: ReturnReason;
}

export interface WebhookPayload {
  readonly event: EventName;
  readonly eventid: string;
  /** When it happened, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly references: References;
  readonly data: WebhookData;
  readonly reporting: WebhookReporting;
}

const UNKNOWN_ETA = { object: {}, empty: '', null_text: 'null' } as const;

/** Returns `data` with an unknown expected delivery date in the receiver's form. A known date stays (domain D.6). */
export function withUnknownEtaForm(data: WebhookData, form: EtaUnknownForm): unknown {
  const isKnown = Object.keys(data.expected_delivery_date_raw).length > 0;
  return form === 'object' || isKnown ? data : { ...data, expected_delivery_date_raw: UNKNOWN_ETA[form] };
}

/** Returns the plain body as text. All attempts send the same text. */
export const toPlainBody = (payload: WebhookPayload, form: EtaUnknownForm): string =>
  JSON.stringify({ ...payload, data: withUnknownEtaForm(payload.data, form) });
