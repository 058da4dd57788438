import { type OperationalEntries, type OperationalEntry, type OperationalEvent, type OperationalEventName } from './operational-event.js';

export interface OperationalExample {
  readonly type: OperationalEventName;
  readonly eventid: string;
  /** Epoch ms. */
  readonly atMs: number;
}

/** A receiver that does not exist. Every example and test event names it. */
const RECEIVER_ID = '00000000-0000-4000-8000-000000000000';
const DELIVERY_ID = '00000000-0000-5000-8000-000000000000';
const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

const entriesAt = (atMs: number): OperationalEntries => {
  const at = (ms: number): string => new Date(ms).toISOString();
  return {
    'receiver.failing': { receiverId: RECEIVER_ID, reason: 'errors', since: at(atMs - HOUR_MS) },
    'receiver.recovered': { receiverId: RECEIVER_ID, reason: 'errors', since: at(atMs - HOUR_MS) },
    'receiver.disabled': { receiverId: RECEIVER_ID, reason: 'gone', disabledAt: at(atMs) },
    'delivery.exhausted': { receiverId: RECEIVER_ID, count: 1, deliveryIds: [DELIVERY_ID] },
    'certificate.expiring': { receiverId: RECEIVER_ID, certificate: 'server', notAfter: at(atMs + WEEK_MS) },
  };
};

/** Returns an event for documents and test deliveries. The same arguments give the same event. */
export function exampleOperationalEvent({ type, eventid, atMs }: OperationalExample): OperationalEvent {
  const entry: OperationalEntry = entriesAt(atMs)[type];
  return { type, eventid, timestamp: new Date(atMs).toISOString(), data: { count: 1, receivers: [entry] } };
}
