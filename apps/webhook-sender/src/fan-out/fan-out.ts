import {
  type CloudEventIdentity,
  type DeliveryAttempt,
  deliveryIdOf,
  type EtaUnknownForm,
  onlyReferences,
  toCloudEventBody,
  toPlainBody,
  type TrackingEvent,
  wants,
  type WebhookFormat,
  type WebhookPayload,
} from '#libs/contracts';
import type { FilteringReceiver } from '../receivers/receiver.js';

const FIRST_ROUND = 1;
const FIRST_ATTEMPT = 1;

/** One event → the first attempt for every receiver that wants it; the body is frozen here for all 16. */
export function fanOut(event: TrackingEvent, receivers: readonly FilteringReceiver[], identity: CloudEventIdentity): DeliveryAttempt[] {
  const bodyFor = toBodies(event.payload, identity);
  const references = onlyReferences(event.payload.references);
  return receivers
    .filter((receiver) => wants(receiver, event.payload))
    .map((receiver) => ({
      deliveryId: deliveryIdOf(event.payload.eventid, receiver.receiverId),
      deliveryCreatedAtMs: event.createdAtMs,
      receiverId: receiver.receiverId,
      account: event.account,
      consignmentId: event.consignmentId,
      eventid: event.payload.eventid,
      event: event.payload.event,
      round: FIRST_ROUND,
      attempt: FIRST_ATTEMPT,
      references,
      body: bodyFor(receiver.format, receiver.etaUnknownForm),
    }));
}

/** Each form of the body is written once, however many receivers share it. */
function toBodies(payload: WebhookPayload, identity: CloudEventIdentity): (format: WebhookFormat, form: EtaUnknownForm) => string {
  const bodies = new Map<string, string>();
  return (format, form) => {
    const key = `${format} ${form}`;
    const body = bodies.get(key) ?? (format === 'plain' ? toPlainBody(payload, form) : toCloudEventBody(payload, form, identity));
    bodies.set(key, body);
    return body;
  };
}
