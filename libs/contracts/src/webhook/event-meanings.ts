import type { EventName } from '../vocabulary.js';

/** The meaning of each event in one sentence, for docs/events.md, the OpenAPI document and GET /event-types. */
export const EVENT_MEANINGS: Readonly<Record<EventName, string>> = {
  onInternalDelay: 'The parcel was not shipped by its send date.',
  onCreated: 'The retailer announced the parcel.',
  onUpdated: 'The retailer changed the parcel’s data, or cancelled it.',
  onDispatch: 'The parcel was scanned in the carrier’s network for the first time.',
  onScheduled: 'The carrier announced or changed the day of delivery.',
  onDelay: 'The carrier reports a delay or a problem.',
  onOutForDelivery: 'The parcel is on the delivery vehicle.',
  onFailedAttempt: 'The carrier did not meet the recipient, or had no access.',
  onPickupReady: 'The parcel can be collected.',
  onDelivered: 'The parcel was handed over.',
  onReturn: 'The parcel goes back to the sender, or it is lost, destroyed or seized.',
};

/** True for a final event. It may not be the last one, because carriers correct themselves. */
export const isFinalEvent = (event: EventName | undefined): boolean => event === 'onDelivered' || event === 'onReturn';
