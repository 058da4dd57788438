import type { WebhookPayload } from '#libs/contracts';

const A_DATE = { startDate: '2026-03-30', endDate: '2026-03-30', startTime: '17:00:00', endTime: '18:30:00' };

/** Every form of `expected_delivery_date_raw` that a receiver must accept (spec: expected_delivery_date_raw). */
export const ETA_FORMS: readonly { readonly name: string; readonly value: unknown }[] = [
  { name: 'an object', value: A_DATE },
  { name: 'an object as JSON text', value: JSON.stringify(A_DATE) },
  { name: '{}', value: {} },
  { name: 'an empty text', value: '' },
  { name: 'the text "null"', value: 'null' },
  { name: 'null', value: null },
];

/** A webhook of the usual form about a parcel that does not exist: its numbers begin with TEST. */
export const practiceEvent = (eventid: string): WebhookPayload => ({
  event: 'onDelivered',
  eventid,
  timestamp: '2026-03-30T15:05:12.120Z',
  references: {
    courier: 'test-courier',
    tracking_number: 'TEST 0146/0003+ü',
    orderNo: 'TEST-1001',
    client: 'test-shop',
    warehouse: 'TEST',
    destination_country_iso3: 'DEU',
    language: 'en',
  },
  data: {
    tracking_link: 'https://carrier.example/track/TEST01460003',
    reroute_link: '',
    raw_scan: 'Zugestellt an Nachbarin „Müller“ 📦',
    raw_scan_location: 'Köln, DE',
    delivery_status: 'Delivered',
    delivery_status_locale_short: 'Delivered',
    delivery_status_locale_long: 'Your parcel has been delivered.',
    expected_delivery_date_raw: A_DATE,
    expected_delivery_date_formatted: 'Monday, 30 March, 17:00–18:30',
    delivery_location: 'Neighbor',
    delivery_information: 'Müller',
  },
  reporting: { lead_time_door_to_door: 2, lead_time_qualified_attempt: 3, lead_time_end_to_end: 3 },
});
