import { randomUUID } from 'node:crypto';
import { type DeliveryAttempt, deliveryAttemptHeaders, type OwnMessage, readDeliveryAttempt, type TrackingEvent } from '#libs/contracts';

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
    body: Buffer.from(JSON.stringify(payload)),
    ...changes,
  };
}

/** As it lies in topics delivery-attempts and delivery-retries; its key is another in each. */
export const attemptMessage = (attempt: DeliveryAttempt): { value: Buffer; headers: Record<string, string> } => ({
  value: attempt.body,
  headers: deliveryAttemptHeaders(attempt),
});

/** The attempts among these messages of such a topic. */
export const attemptsIn = (messages: readonly OwnMessage[]): DeliveryAttempt[] =>
  messages.flatMap((message) => {
    const read = readDeliveryAttempt(message);
    return read.ok ? [read.value] : [];
  });
