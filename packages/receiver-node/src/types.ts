// Written from the JSON Schemas of the service. Do not edit.

/** The known words. A newer service may send others. */
export type Open<T extends string> = T | (string & {});

export type DeliveryStatus = Open<
  | 'InternalStatus'
  | 'Pending'
  | 'WarehousePrepared'
  | 'WarehouseDelay'
  | 'Packed'
  | 'Loaded'
  | 'OrderProcessed'
  | 'ReturnRegistered'
  | 'PickUpScheduled'
  | 'PickUpPlanned'
  | 'Upgrade'
  | 'InboundScan'
  | 'InterimHaul'
  | 'InTransit'
  | 'ExportHub'
  | 'ImportHub'
  | 'CustomsIn'
  | 'CustomsReleased'
  | 'Scheduled'
  | 'DestinationDeliveryCenter'
  | 'DestinationDeliveryDepot'
  | 'OutForDelivery'
  | 'Rerouted'
  | 'FailedAttemptFirst'
  | 'FailedAttemptSecond'
  | 'FailedAttemptFinal'
  | 'PickupReadyToday'
  | 'PickupReadyNextDay'
  | 'PartiallyDelivered'
  | 'Delivered'
  | 'Stored'
  | 'Return'
  | 'ReturnWarning'
  | 'Exception'
  | 'ReturnInProcess'
  | 'ReturnProcessed'
  | 'ReturnRefunded'
  | 'None'
  | 'Ignore'
  | 'Cancelled'
>;

export type ExceptionCode = Open<
  | 'Exception'
  | 'Damaged'
  | 'TimeIssue'
  | 'AddressIssue'
  | 'CustomerRefusal'
  | 'Return'
  | 'DeliveryPayment'
  | 'Customs'
  | 'IdentFailed'
  | 'Misrouted'
  | 'ItemMissing'
  | 'LackSpace'
  | 'Notified'
  | 'MissingUpdates'
>;

export type NextAction = Open<'NewAttemptToday' | 'NewAttemptNextDay' | 'PickUpReady'>;

export type ReturnReason = Open<
  | 'Recall'
  | 'Lost'
  | 'Destroyed'
  | 'Seized'
  | 'CustomerRefusal'
  | 'NotCollected'
  | 'DeliveryPayment'
  | 'AddressIssue'
  | 'Customs'
  | 'Damaged'
  | 'Misrouted'
  | 'Exception'
  | 'FailedDelivery'
  | 'Unknown'
>;

/** The retailer’s references, byte for byte as in the record. */
export interface References {
  /** Carrier code. */
  readonly courier: string;
  /** Tracking number. */
  readonly tracking_number: string;
  /** Order number as the shopper knows it. */
  readonly orderNo: string;
  /** Shop. */
  readonly client: string;
  /** Warehouse. */
  readonly warehouse: string;
  /** ISO 3166-1 alpha-3. */
  readonly destination_country_iso3: string;
  /** ISO 639-1: language of the localized texts. */
  readonly language: string;
}

/** Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened. */
export interface Reporting {
  /** From the carrier’s inbound scan (onDispatch) to the first onFailedAttempt, onPickupReady or onDelivered. */
  readonly lead_time_door_to_door: number;
  /** From the label confirmation to the first onFailedAttempt, onPickupReady or onDelivered. */
  readonly lead_time_qualified_attempt: number;
  /** From the label confirmation to onDelivered. */
  readonly lead_time_end_to_end: number;
}

export interface OpeningSpan {
  readonly from: string;
  readonly to: string;
}

/** Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown. */
export interface PickupLocationOpeningHours {
  /** HH:mm; `to` may be 24:00. */
  readonly monday?: readonly OpeningSpan[];
  /** HH:mm; `to` may be 24:00. */
  readonly tuesday?: readonly OpeningSpan[];
  /** HH:mm; `to` may be 24:00. */
  readonly wednesday?: readonly OpeningSpan[];
  /** HH:mm; `to` may be 24:00. */
  readonly thursday?: readonly OpeningSpan[];
  /** HH:mm; `to` may be 24:00. */
  readonly friday?: readonly OpeningSpan[];
  /** HH:mm; `to` may be 24:00. */
  readonly saturday?: readonly OpeningSpan[];
  /** HH:mm; `to` may be 24:00. */
  readonly sunday?: readonly OpeningSpan[];
}

/** Degrees, WGS 84. */
export interface PickupLocationCoordinates {
  readonly lat: number;
  readonly long: number;
}

/** In `data` of every event of a parcel. */
export interface CommonData {
  /** The carrier’s tracking page. */
  readonly tracking_link: string;
  /** The carrier’s page for another place or day; "" = not yet or no longer available. */
  readonly reroute_link: string;
  /** The carrier’s own text, or its code when it sends no text; "" before the first scan. */
  readonly raw_scan: string;
  /** The place in the carrier’s words; "" = the carrier names no place. */
  readonly raw_scan_location: string;
  /** The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. */
  readonly delivery_status: DeliveryStatus;
  /** The status in a few words, in references.language. */
  readonly delivery_status_locale_short: string;
  /** The status in sentences with date, place and details, in references.language. */
  readonly delivery_status_locale_long: string;
  /** One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form. */
  readonly expected_delivery_date_raw: unknown;
  /** The expected date in words, in references.language; "" when unknown. */
  readonly expected_delivery_date_formatted: string;
  /** Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown. */
  readonly delivery_location: string;
}

export type OnInternalDelayData = CommonData;

export type OnCreatedData = CommonData;

export type OnUpdatedData = CommonData;

export type OnDispatchData = CommonData;

export type OnScheduledData = CommonData;

export interface OnDelayData extends CommonData {
  /** Why the parcel is delayed. */
  readonly exception_code: ExceptionCode;
}

export type OnOutForDeliveryData = CommonData;

export interface OnFailedAttemptData extends CommonData {
  /** The carrier’s next step; absent = unknown. */
  readonly next_action?: NextAction;
  /** True = the next step comes from the scan; false = it is the carrier’s default. */
  readonly next_action_is_specified?: boolean;
}

export interface OnPickupReadyData extends CommonData {
  /** Plain text: name, street, zip code, city, country. */
  readonly pickup_location_address?: string;
  /** Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown. */
  readonly pickup_location_opening_hours?: PickupLocationOpeningHours;
  /** Degrees, WGS 84. */
  readonly pickup_location_coordinates?: PickupLocationCoordinates;
}

export interface OnDeliveredData extends CommonData {
  /** Name of the recipient or neighbour, place of deposit. */
  readonly delivery_information?: string;
}

export interface OnReturnData extends CommonData {
  /** Why the parcel goes back, or that it is lost. */
  readonly return_reason?: ReturnReason;
}

export interface ReceiverFailingEntry {
  /** The receiver. */
  readonly receiverId: string;
  /** `errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow. */
  readonly reason: Open<'errors' | 'credentials' | 'circuit_open' | 'held' | 'limited'>;
  /** When the outage began. ISO 8601 in UTC. */
  readonly since: string;
}

export interface ReceiverFailingData {
  /** How many receivers. The receiver that gets this event is left out. */
  readonly count: number;
  /** The first 20 entries. */
  readonly receivers: readonly ReceiverFailingEntry[];
}

export interface ReceiverRecoveredEntry {
  /** The receiver. */
  readonly receiverId: string;
  /** `errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow. */
  readonly reason: Open<'errors' | 'credentials' | 'circuit_open' | 'held' | 'limited'>;
  /** When the outage began. ISO 8601 in UTC. */
  readonly since: string;
}

export interface ReceiverRecoveredData {
  /** How many receivers. The receiver that gets this event is left out. */
  readonly count: number;
  /** The first 20 entries. */
  readonly receivers: readonly ReceiverRecoveredEntry[];
}

export interface ReceiverDisabledEntry {
  /** The receiver. */
  readonly receiverId: string;
  /** `gone` = the receiver answered 410 · `failing` = no success for `disableAfterFailingFor`. */
  readonly reason: Open<'gone' | 'failing'>;
  /** When the service disabled it. ISO 8601 in UTC. */
  readonly disabledAt: string;
}

export interface ReceiverDisabledData {
  /** How many receivers. The receiver that gets this event is left out. */
  readonly count: number;
  /** The first 20 entries. */
  readonly receivers: readonly ReceiverDisabledEntry[];
}

export interface DeliveryExhaustedEntry {
  /** The receiver. */
  readonly receiverId: string;
  /** How many deliveries to the receiver ended. */
  readonly count: number;
  /** The first of these deliveries. */
  readonly deliveryIds: readonly string[];
}

export interface DeliveryExhaustedData {
  /** How many deliveries. The receiver that gets this event is left out. */
  readonly count: number;
  /** The first 20 entries. */
  readonly receivers: readonly DeliveryExhaustedEntry[];
}

export interface CertificateExpiringEntry {
  /** The receiver. */
  readonly receiverId: string;
  /** `client` = the certificate that the service shows to the receiver · `server` = the certificate that the receiver showed in its latest TLS handshake. */
  readonly certificate: Open<'client' | 'server'>;
  /** When the certificate expires. ISO 8601 in UTC. */
  readonly notAfter: string;
}

export interface CertificateExpiringData {
  /** How many certificates. The receiver that gets this event is left out. */
  readonly count: number;
  /** The first 20 entries. */
  readonly receivers: readonly CertificateExpiringEntry[];
}

export const TRACKING_EVENTS = [
  'onInternalDelay',
  'onCreated',
  'onUpdated',
  'onDispatch',
  'onScheduled',
  'onDelay',
  'onOutForDelivery',
  'onFailedAttempt',
  'onPickupReady',
  'onDelivered',
  'onReturn',
] as const;

export const OPERATIONAL_EVENTS = [
  'receiver.failing',
  'receiver.recovered',
  'receiver.disabled',
  'delivery.exhausted',
  'certificate.expiring',
] as const;

/** `data` of each event of a parcel. */
export interface TrackingData {
  readonly onInternalDelay: OnInternalDelayData;
  readonly onCreated: OnCreatedData;
  readonly onUpdated: OnUpdatedData;
  readonly onDispatch: OnDispatchData;
  readonly onScheduled: OnScheduledData;
  readonly onDelay: OnDelayData;
  readonly onOutForDelivery: OnOutForDeliveryData;
  readonly onFailedAttempt: OnFailedAttemptData;
  readonly onPickupReady: OnPickupReadyData;
  readonly onDelivered: OnDeliveredData;
  readonly onReturn: OnReturnData;
}

/** `data` of each operational event. */
export interface OperationalData {
  readonly 'receiver.failing': ReceiverFailingData;
  readonly 'receiver.recovered': ReceiverRecoveredData;
  readonly 'receiver.disabled': ReceiverDisabledData;
  readonly 'delivery.exhausted': DeliveryExhaustedData;
  readonly 'certificate.expiring': CertificateExpiringData;
}
