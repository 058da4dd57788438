import { randomUUID } from 'node:crypto';
import { TOPICS, type TrackingEvent, trackingEventHeaders } from '#libs/contracts';
import type { LoadedStack } from './bench-stack.js';

/** Makes a body of some 1.5 KB, like real bodies. */
const RAW_SCAN = `The shipment has been loaded onto the delivery vehicle. ${'x'.repeat(500)}`;

/** Returns a valid event with its own consignment. */
export function benchEvent(account: number): TrackingEvent {
  return {
    account,
    consignmentId: randomUUID(),
    createdAtMs: Date.now(),
    payload: {
      event: 'onOutForDelivery',
      eventid: randomUUID(),
      timestamp: new Date().toISOString(),
      references: {
        courier: 'dhl-germany',
        tracking_number: '00340434161094015902',
        orderNo: 'A-1',
        client: 'shop-de',
        warehouse: 'W237',
        destination_country_iso3: 'DEU',
        language: 'de',
      },
      data: {
        tracking_link: 'https://carrier.example/track/00340434161094015902',
        reroute_link: '',
        raw_scan: RAW_SCAN,
        raw_scan_location: 'Bonn, DE',
        delivery_status: 'OutForDelivery',
        delivery_status_locale_short: 'In Zustellung',
        delivery_status_locale_long: 'Ihre Sendung ist in der Zustellung.',
        expected_delivery_date_raw: {},
        expected_delivery_date_formatted: '',
        delivery_location: '',
      },
      reporting: { lead_time_door_to_door: -1, lead_time_qualified_attempt: -1, lead_time_end_to_end: -1 },
    },
  };
}

/** The service's own names in the headers of an event. */
export const IDENTITY = { source: 'urn:parcel-event-webhooks', vendor: 'parcel-events' };

/** Builds the message as event-builder of the stack's commit does. */
export function toMessage(
  event: TrackingEvent,
  { readsEventsAsJson = false }: Pick<LoadedStack, 'readsEventsAsJson'>,
): { value: string; headers: Record<string, string> } {
  if (!readsEventsAsJson) return { value: JSON.stringify(event.payload), headers: trackingEventHeaders(event, IDENTITY) };
  const { account, consignmentId, createdAtMs, payload } = event;
  const value = { schema: 'tracking-event/1', account, consignmentId, createdAt: new Date(createdAtMs).toISOString(), payload };
  return { value: JSON.stringify(value), headers: {} };
}

const SEND_EVENTS = 500;

/** Publishes events as fast as possible, and waits until the broker has them. */
export async function publishEvents(
  stack: Pick<LoadedStack, 'producer' | 'readsEventsAsJson'>,
  { count, accountOf }: { count: number; accountOf: (index: number) => number },
): Promise<void> {
  for (let start = 0; start < count; start += SEND_EVENTS) {
    const events = Array.from({ length: Math.min(SEND_EVENTS, count - start) }, (_, index) => benchEvent(accountOf(start + index)));
    await stack.producer.publish(
      events.map((event) => ({ topic: TOPICS.events.name, key: event.consignmentId, ...toMessage(event, stack) })),
    );
  }
}
