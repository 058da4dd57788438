import {
  type ExpectedDelivery,
  REFERENCE_KEYS,
  type ReferenceKey,
  type References,
  toIso,
  type WebhookData,
  type WebhookPayload,
} from '#libs/contracts';
import type { Texts } from '../texts/render-texts.js';
import type { DecidedEvent } from './decision.js';

/** Builds the body of the specification (Webhook payload) from a decided event and its texts. */
export function toPayload(decided: DecidedEvent, texts: Texts): WebhookPayload {
  return {
    event: decided.event,
    eventid: decided.eventid,
    timestamp: toIso(decided.happenedAtMs),
    references: referencesOf(decided.references),
    data: Object.assign(commonFields(decided, texts), ownFields(decided)),
    reporting: {
      lead_time_door_to_door: decided.leadTimes.doorToDoor,
      lead_time_qualified_attempt: decided.leadTimes.qualifiedAttempt,
      lead_time_end_to_end: decided.leadTimes.endToEnd,
    },
  };
}

/** Fixes the order of keys, which the database changes: receivers and golden files expect one order. */
const referencesOf = (references: References): References =>
  Object.fromEntries(REFERENCE_KEYS.map((key) => [key, references[key]])) as Record<ReferenceKey, string>;

function commonFields(decided: DecidedEvent, texts: Texts): WebhookData {
  return {
    tracking_link: decided.trackingLink,
    reroute_link: decided.rerouteLink,
    raw_scan: decided.facts.rawScan,
    raw_scan_location: decided.facts.location,
    delivery_status: decided.facts.status,
    delivery_status_locale_short: texts.short,
    delivery_status_locale_long: texts.long,
    expected_delivery_date_raw: decided.expectedDelivery === null ? {} : inOrder(decided.expectedDelivery),
    expected_delivery_date_formatted: texts.expectedDelivery,
    delivery_location: decided.deliveryLocation,
  };
}

function inOrder({ startDate, endDate, startTime, endTime }: ExpectedDelivery): ExpectedDelivery {
  return startTime === undefined || endTime === undefined ? { startDate, endDate } : { startDate, endDate, startTime, endTime };
}

/** Returns the fields that only this event has (spec: Data, optional fields). */
function ownFields({ event, facts }: DecidedEvent): Partial<WebhookData> {
  switch (event) {
    case 'onDelay':
      return { exception_code: facts.exceptionCode };
    case 'onFailedAttempt':
      return facts.nextAction === undefined
        ? {}
        : { next_action: facts.nextAction, next_action_is_specified: facts.nextActionIsSpecified ?? false };
    case 'onPickupReady':
      return pickupFields(facts.pickup);
    case 'onDelivered':
      return facts.information === undefined ? {} : { delivery_information: facts.information };
    case 'onReturn':
      return { return_reason: facts.returnReason };
    default:
      return {};
  }
}

function pickupFields(pickup: DecidedEvent['facts']['pickup']): Partial<WebhookData> {
  return {
    ...(pickup?.address !== undefined && { pickup_location_address: pickup.address }),
    ...(pickup?.openingHours !== undefined && { pickup_location_opening_hours: pickup.openingHours }),
    ...(pickup?.coordinates !== undefined && { pickup_location_coordinates: pickup.coordinates }),
  };
}
