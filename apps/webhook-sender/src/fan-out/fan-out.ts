import {
  type CloudEventIdentity,
  type DeliveryAttempt,
  deliveryIdOf,
  type EtaUnknownForm,
  onlyReferences,
  toTrackingBody,
  type TrackingEvent,
  wants,
  type WebhookFormat,
  type WebhookPayload,
} from '#libs/contracts';
import type { FilteringReceiver } from '../receivers/receiver.js';

const FIRST_ROUND = 1;
const FIRST_ATTEMPT = 1;

/** An event and its payload, as the bytes that arrived. */
export interface EventToTell {
  readonly event: TrackingEvent;
  readonly body: Buffer;
}

/** Returns the first attempt for each receiver that wants the event. The body is fixed here for all 16 attempts. */
export function fanOut(
  { event, body }: EventToTell,
  receivers: readonly FilteringReceiver[],
  identity: CloudEventIdentity,
): DeliveryAttempt[] {
  const bodyFor = toBodies(event.payload, body, identity);
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

/** Writes each form of the body once, however many receivers share it. The usual form arrives already written. */
function toBodies(
  payload: WebhookPayload,
  plain: Buffer,
  identity: CloudEventIdentity,
): (format: WebhookFormat, form: EtaUnknownForm) => Buffer {
  const bodies = new Map([['plain object', plain]]);
  return (format, form) => {
    const key = `${format} ${form}`;
    const body = bodies.get(key) ?? Buffer.from(toTrackingBody(payload, { format, etaUnknownForm: form }, identity));
    bodies.set(key, body);
    return body;
  };
}
