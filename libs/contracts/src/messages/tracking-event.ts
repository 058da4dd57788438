// event-builder → webhook-sender
import type { WebhookPayload } from '../webhook/payload.js';
import { EVENT_NAMES, REFERENCE_KEYS } from '../vocabulary.js';
import { isCount, isObject, isTextsOf, isUuid, ownInstantMs, parseOwnMessage, ownMessageFault } from './own-message.js';

/** One event of one consignment, frozen: every receiver of the account hears exactly this (tracking-event/1). */
export interface TrackingEvent {
  readonly account: number;
  readonly consignmentId: string;
  /** When its cause reached the service, epoch ms: the same however often it is decided, so the partitioned tables find it again. */
  readonly createdAtMs: number;
  readonly payload: WebhookPayload;
}

export const trackingEventKey = (event: TrackingEvent): string => event.consignmentId;

const SCHEMA = 'tracking-event/1';

/** @param payloadJson the payload as text, from who has written it already */
export function serialiseTrackingEvent(
  { account, consignmentId, createdAtMs, payload }: TrackingEvent,
  payloadJson: string = JSON.stringify(payload),
): string {
  const head = JSON.stringify({ schema: SCHEMA, account, consignmentId, createdAt: new Date(createdAtMs).toISOString() });
  return `${head.slice(0, -1)},"payload":${payloadJson}}`;
}

/** Kafka value → TrackingEvent; undefined when it is none: a dead letter, because no app wrote it. */
export function parseTrackingEvent(value: Buffer | null): TrackingEvent | undefined {
  const message = parseOwnMessage<{ account: number; consignmentId: string; createdAt: string; payload: WebhookPayload }>(value, SCHEMA);
  if (!message || !isCount(message.account) || !isUuid(message.consignmentId) || !isPayload(message.payload)) return undefined;
  const createdAtMs = ownInstantMs(message.createdAt);
  if (createdAtMs === undefined) return undefined;
  return { account: message.account, consignmentId: message.consignmentId, createdAtMs, payload: message.payload };
}

/** Why it is none, for its dead letter. */
export const trackingEventFault = (value: Buffer | null): string => ownMessageFault(value, SCHEMA);

/** What is read of a payload on its way; the rest goes into the body as it is. */
function isPayload(value: unknown): value is WebhookPayload {
  if (!isObject(value) || !isObject(value['data']) || !isObject(value['reporting'])) return false;
  const { event, eventid, timestamp, references, data } = value;
  return (
    EVENT_NAMES.some((name) => name === event) &&
    isUuid(eventid) &&
    typeof timestamp === 'string' &&
    isTextsOf(references, REFERENCE_KEYS) &&
    isObject(data['expected_delivery_date_raw'])
  );
}
