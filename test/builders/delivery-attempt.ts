import { randomUUID } from 'node:crypto';
import { type DeliveryAttempt, deliveryAttemptHeaders, type OwnMessage, readDeliveryAttempt, type TrackingEvent } from '#libs/contracts';

/** Returns the first attempt to send this event to a receiver, as the fan-out publishes it, with a delivery of its own. */
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

/** The message as it lies in topics delivery-attempts and delivery-retries. Its key differs between the two topics. */
export const attemptMessage = (attempt: DeliveryAttempt): { value: Buffer; headers: Record<string, string> } => ({
  value: attempt.body,
  headers: deliveryAttemptHeaders(attempt),
});

/** Returns the attempts among the messages of one of these topics. */
export const attemptsIn = (messages: readonly OwnMessage[]): DeliveryAttempt[] =>
  messages.flatMap((message) => {
    const read = readDeliveryAttempt(message);
    return read.ok ? [read.value] : [];
  });
