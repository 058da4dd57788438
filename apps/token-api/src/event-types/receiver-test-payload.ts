import { type EventName, toIso, type WebhookData, type WebhookPayload } from '#libs/contracts';

export interface TestEvent {
  readonly event: EventName;
  readonly eventid: string;
  /** When the test was requested, epoch ms. */
  readonly atMs: number;
}

/** The order number of every test event, and the beginning of its tracking number. */
const TEST = 'TEST';

const UNKNOWN_DATE = { expected_delivery_date_raw: {}, expected_delivery_date_formatted: '' };
const TODAY = {
  expected_delivery_date_raw: { startDate: '2026-03-30', endDate: '2026-03-30', startTime: '12:30:00', endTime: '14:30:00' },
  expected_delivery_date_formatted: 'Monday 30 March between 12:30 and 14:30',
};

const COMMON: WebhookData = {
  tracking_link: 'https://carrier.example/track/TEST',
  reroute_link: '',
  raw_scan: '',
  raw_scan_location: '',
  delivery_status: 'Pending',
  delivery_status_locale_short: 'Awaiting information',
  delivery_status_locale_long: 'There is no tracking information yet.',
  ...UNKNOWN_DATE,
  delivery_location: '',
};

const shown = (
  delivery_status: WebhookData['delivery_status'],
  short: string,
  long: string,
): Pick<
  WebhookData,
  'delivery_status' | 'delivery_status_locale_short' | 'delivery_status_locale_long' | 'raw_scan' | 'raw_scan_location'
> => ({
  delivery_status,
  delivery_status_locale_short: short,
  delivery_status_locale_long: long,
  raw_scan: short,
  raw_scan_location: 'Bonn, DE',
});

/** The fields of each event that differ from the common fields. */
const EXAMPLES: Readonly<Record<EventName, Partial<WebhookData>>> = {
  onInternalDelay: {
    delivery_status: 'WarehouseDelay',
    delivery_status_locale_short: 'Shipping delayed',
    delivery_status_locale_long: 'Shipping of your order is delayed.',
  },
  onCreated: {},
  onUpdated: {},
  onDispatch: shown('InboundScan', 'Handed over', 'The carrier has received your parcel.'),
  onScheduled: { ...shown('Scheduled', 'Delivery scheduled', 'The delivery has been scheduled.'), ...TODAY },
  onDelay: {
    ...shown('Exception', 'Delayed', 'There is a problem with your parcel. Reason: the delivery is taking longer than planned.'),
    exception_code: 'TimeIssue',
  },
  onOutForDelivery: { ...shown('OutForDelivery', 'Out for delivery', 'Your parcel is out for delivery.'), ...TODAY },
  onFailedAttempt: {
    ...shown('FailedAttemptFirst', 'Delivery attempt failed', 'Your parcel could not be delivered.'),
    next_action: 'PickUpReady',
    next_action_is_specified: true,
  },
  onPickupReady: {
    ...shown('PickupReadyToday', 'Ready for pickup', 'Your parcel is ready for pickup.'),
    delivery_location: 'ParcelShop',
    pickup_location_address: 'Kiosk Example, Hauptstr. 3, 53113, Bonn, Germany',
    pickup_location_opening_hours: { monday: [{ from: '08:00', to: '18:30' }], sunday: [] },
    pickup_location_coordinates: { lat: 50.73, long: 7.1 },
  },
  onDelivered: {
    ...shown('Delivered', 'Delivered', 'Your parcel has been delivered.'),
    delivery_location: 'Neighbor',
    delivery_information: 'Neighbour Example',
  },
  onReturn: { ...shown('Return', 'Returning to sender', 'Your parcel is being returned to the sender.'), return_reason: 'NotCollected' },
};

/** The lead times of the events that end one; all other events have -1. */
const LEAD_TIME = { lead_time_door_to_door: 2, lead_time_qualified_attempt: 3 };
const ATTEMPTED: readonly EventName[] = ['onFailedAttempt', 'onPickupReady', 'onDelivered', 'onReturn'];

/**
 * Returns an event about a parcel that does not exist. `references.orderNo` is TEST and `tracking_number` begins with TEST-, because the
 * body must not have a field that marks a test (spec: no additional properties). The same arguments give the same event.
 */
export const toTestPayload = ({ event, eventid, atMs }: TestEvent): WebhookPayload => ({
  event,
  eventid,
  timestamp: toIso(atMs),
  references: {
    courier: 'test-courier',
    tracking_number: `${TEST}-${eventid.slice(0, 8).toUpperCase()}`,
    orderNo: TEST,
    client: TEST,
    warehouse: TEST,
    destination_country_iso3: 'DEU',
    language: 'en',
  },
  data: { ...COMMON, ...EXAMPLES[event] },
  reporting: {
    lead_time_door_to_door: -1,
    lead_time_qualified_attempt: -1,
    lead_time_end_to_end: event === 'onDelivered' ? 3 : -1,
    ...(ATTEMPTED.includes(event) && LEAD_TIME),
  },
});
