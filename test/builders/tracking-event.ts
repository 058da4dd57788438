import { randomUUID } from 'node:crypto';
import { type OwnMessage, readTrackingEvent, type TrackingEvent, trackingEventHeaders, type WebhookPayload } from '#libs/contracts';

export interface TrackingEventOptions {
  readonly account: number;
  readonly consignmentId?: string;
  readonly event?: WebhookPayload['event'];
  readonly client?: string;
  readonly references?: Partial<WebhookPayload['references']>;
  readonly data?: Partial<WebhookPayload['data']>;
}

/** Returns a valid event of its own consignment, unless the options say otherwise. */
export function trackingEvent({
  account,
  consignmentId = randomUUID(),
  event = 'onOutForDelivery',
  client = 'shop-de',
  references,
  data,
}: TrackingEventOptions): TrackingEvent {
  return {
    account,
    consignmentId,
    createdAtMs: Date.now(),
    payload: {
      event,
      eventid: randomUUID(),
      timestamp: '2026-03-29T09:44:05Z',
      references: {
        courier: 'dhl-germany',
        tracking_number: '0034 0434 & 1610',
        orderNo: 'A-1',
        client,
        warehouse: 'W237',
        destination_country_iso3: 'DEU',
        language: 'de',
        ...references,
      },
      data: {
        tracking_link: 'https://carrier.example/track/1',
        reroute_link: '',
        raw_scan: 'The shipment has been loaded onto the delivery vehicle',
        raw_scan_location: 'Köln „Süd“ 📦',
        delivery_status: 'OutForDelivery',
        delivery_status_locale_short: 'In Zustellung',
        delivery_status_locale_long: 'Ihre Sendung ist in der Zustellung.',
        expected_delivery_date_raw: {},
        expected_delivery_date_formatted: '',
        delivery_location: '',
        ...data,
      },
      reporting: { lead_time_door_to_door: -1, lead_time_qualified_attempt: -1, lead_time_end_to_end: -1 },
    },
  };
}

const IDENTITY = { source: 'urn:parcel-event-webhooks', vendor: 'parcel-events' };

export interface EventMessage {
  readonly key: string;
  /** The payload. */
  readonly value: Buffer;
  readonly headers: Record<string, string>;
}

/** The message as it lies in topic events. */
export const eventMessage = (event: TrackingEvent): EventMessage => ({
  key: event.consignmentId,
  value: Buffer.from(JSON.stringify(event.payload)),
  headers: trackingEventHeaders(event, IDENTITY),
});

/** Returns the events among these messages of topic events. */
export const eventsIn = (messages: readonly OwnMessage[]): TrackingEvent[] =>
  messages.flatMap((message) => {
    const read = readTrackingEvent(message);
    return read.ok ? [read.value] : [];
  });
