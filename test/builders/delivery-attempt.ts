import { randomUUID } from 'node:crypto';
import type { DeliveryAttempt, TrackingEvent } from '#libs/contracts';

/** The first attempt to tell a receiver of this event, as the fan-out publishes it, under a delivery of its own. */
export function deliveryAttempt(
  { account, consignmentId, createdAtMs, payload }: TrackingEvent,
  receiverId: string,
  changes: Partial<DeliveryAttempt> = {},
): DeliveryAttempt {
  return {
    deliveryId: randomUUID(),
    deliveryCreatedAtMs: createdAtMs,
    receiverId,
    account,
    consignmentId,
    eventid: payload.eventid,
    event: payload.event,
    round: 1,
    attempt: 1,
    references: payload.references,
    body: JSON.stringify(payload),
    ...changes,
  };
}
