<?php

declare(strict_types=1);

namespace ParcelWebhooks;

/**
 * Types of webhooks, for @phpstan-import-type. Written from the JSON Schemas of the service. Do not edit.
 *
 * References: The retailer’s references, byte for byte as in the record.
 * - courier: Carrier code.
 * - tracking_number: Tracking number.
 * - orderNo: Order number as the shopper knows it.
 * - client: Shop.
 * - warehouse: Warehouse.
 * - destination_country_iso3: ISO 3166-1 alpha-3.
 * - language: ISO 639-1: language of the localized texts.
 * @phpstan-type References array{
 *   courier: string,
 *   tracking_number: string,
 *   orderNo: string,
 *   client: string,
 *   warehouse: string,
 *   destination_country_iso3: string,
 *   language: string,
 *   ...
 * }
 *
 * Reporting: Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened.
 * - lead_time_door_to_door: From the carrier’s inbound scan (onDispatch) to the first onFailedAttempt, onPickupReady or onDelivered.
 * - lead_time_qualified_attempt: From the label confirmation to the first onFailedAttempt, onPickupReady or onDelivered.
 * - lead_time_end_to_end: From the label confirmation to onDelivered.
 * @phpstan-type Reporting array{
 *   lead_time_door_to_door: int,
 *   lead_time_qualified_attempt: int,
 *   lead_time_end_to_end: int,
 *   ...
 * }
 *
 * OpeningSpan
 * @phpstan-type OpeningSpan array{
 *   from: string,
 *   to: string,
 *   ...
 * }
 *
 * PickupLocationOpeningHours: Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown.
 * - monday: HH:mm; `to` may be 24:00.
 * - tuesday: HH:mm; `to` may be 24:00.
 * - wednesday: HH:mm; `to` may be 24:00.
 * - thursday: HH:mm; `to` may be 24:00.
 * - friday: HH:mm; `to` may be 24:00.
 * - saturday: HH:mm; `to` may be 24:00.
 * - sunday: HH:mm; `to` may be 24:00.
 * @phpstan-type PickupLocationOpeningHours array{
 *   monday?: list<OpeningSpan>,
 *   tuesday?: list<OpeningSpan>,
 *   wednesday?: list<OpeningSpan>,
 *   thursday?: list<OpeningSpan>,
 *   friday?: list<OpeningSpan>,
 *   saturday?: list<OpeningSpan>,
 *   sunday?: list<OpeningSpan>,
 *   ...
 * }
 *
 * PickupLocationCoordinates: Degrees, WGS 84.
 * @phpstan-type PickupLocationCoordinates array{
 *   lat: int|float,
 *   long: int|float,
 *   ...
 * }
 *
 * TrackingData: Optional fields are sent with some events only.
 * - tracking_link: The carrier’s tracking page.
 * - reroute_link: The carrier’s page for another place or day; "" = not yet or no longer available.
 * - raw_scan: The carrier’s own text, or its code when it sends no text; "" before the first scan.
 * - raw_scan_location: The place in the carrier’s words; "" = the carrier names no place.
 * - delivery_status: The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status. Words: InternalStatus, Pending, WarehousePrepared, WarehouseDelay, Packed, Loaded, OrderProcessed, ReturnRegistered, PickUpScheduled, PickUpPlanned, Upgrade, InboundScan, InterimHaul, InTransit, ExportHub, ImportHub, CustomsIn, CustomsReleased, Scheduled, DestinationDeliveryCenter, DestinationDeliveryDepot, OutForDelivery, Rerouted, FailedAttemptFirst, FailedAttemptSecond, FailedAttemptFinal, PickupReadyToday, PickupReadyNextDay, PartiallyDelivered, Delivered, Stored, Return, ReturnWarning, Exception, ReturnInProcess, ReturnProcessed, ReturnRefunded, None, Ignore, Cancelled.
 * - delivery_status_locale_short: The status in a few words, in references.language.
 * - delivery_status_locale_long: The status in sentences with date, place and details, in references.language.
 * - expected_delivery_date_raw: One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form.
 * - expected_delivery_date_formatted: The expected date in words, in references.language; "" when unknown.
 * - delivery_location: Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown.
 * - exception_code: Why the parcel is delayed. Words: Exception, Damaged, TimeIssue, AddressIssue, CustomerRefusal, Return, DeliveryPayment, Customs, IdentFailed, Misrouted, ItemMissing, LackSpace, Notified, MissingUpdates.
 * - next_action: The carrier’s next step; absent = unknown. Words: NewAttemptToday, NewAttemptNextDay, PickUpReady.
 * - next_action_is_specified: True = the next step comes from the scan; false = it is the carrier’s default.
 * - pickup_location_address: Plain text: name, street, zip code, city, country.
 * - pickup_location_opening_hours: Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown.
 * - pickup_location_coordinates: Degrees, WGS 84.
 * - delivery_information: Name of the recipient or neighbour, place of deposit.
 * - return_reason: Why the parcel goes back, or that it is lost. Words: Recall, Lost, Destroyed, Seized, CustomerRefusal, NotCollected, DeliveryPayment, AddressIssue, Customs, Damaged, Misrouted, Exception, FailedDelivery, Unknown.
 * @phpstan-type TrackingData array{
 *   tracking_link: string,
 *   reroute_link: string,
 *   raw_scan: string,
 *   raw_scan_location: string,
 *   delivery_status: string,
 *   delivery_status_locale_short: string,
 *   delivery_status_locale_long: string,
 *   expected_delivery_date_raw: mixed,
 *   expected_delivery_date_formatted: string,
 *   delivery_location: string,
 *   exception_code?: string,
 *   next_action?: string,
 *   next_action_is_specified?: bool,
 *   pickup_location_address?: string,
 *   pickup_location_opening_hours?: PickupLocationOpeningHours,
 *   pickup_location_coordinates?: PickupLocationCoordinates,
 *   delivery_information?: string,
 *   return_reason?: string,
 *   ...
 * }
 *
 * ReceiverFailingEntry
 * - receiverId: The receiver.
 * - reason: `errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow.
 * - since: When the outage began. ISO 8601 in UTC.
 * @phpstan-type ReceiverFailingEntry array{
 *   receiverId: string,
 *   reason: string,
 *   since: string,
 *   ...
 * }
 *
 * ReceiverFailingData
 * - count: How many receivers. The receiver that gets this event is left out.
 * - receivers: The first 20 entries.
 * @phpstan-type ReceiverFailingData array{
 *   count: int,
 *   receivers: list<ReceiverFailingEntry>,
 *   ...
 * }
 *
 * ReceiverRecoveredEntry
 * - receiverId: The receiver.
 * - reason: `errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow.
 * - since: When the outage began. ISO 8601 in UTC.
 * @phpstan-type ReceiverRecoveredEntry array{
 *   receiverId: string,
 *   reason: string,
 *   since: string,
 *   ...
 * }
 *
 * ReceiverRecoveredData
 * - count: How many receivers. The receiver that gets this event is left out.
 * - receivers: The first 20 entries.
 * @phpstan-type ReceiverRecoveredData array{
 *   count: int,
 *   receivers: list<ReceiverRecoveredEntry>,
 *   ...
 * }
 *
 * ReceiverDisabledEntry
 * - receiverId: The receiver.
 * - reason: `gone` = the receiver answered 410 · `failing` = no success for `disableAfterFailingFor`.
 * - disabledAt: When the service disabled it. ISO 8601 in UTC.
 * @phpstan-type ReceiverDisabledEntry array{
 *   receiverId: string,
 *   reason: string,
 *   disabledAt: string,
 *   ...
 * }
 *
 * ReceiverDisabledData
 * - count: How many receivers. The receiver that gets this event is left out.
 * - receivers: The first 20 entries.
 * @phpstan-type ReceiverDisabledData array{
 *   count: int,
 *   receivers: list<ReceiverDisabledEntry>,
 *   ...
 * }
 *
 * DeliveryExhaustedEntry
 * - receiverId: The receiver.
 * - count: How many deliveries to the receiver ended.
 * - deliveryIds: The first of these deliveries.
 * @phpstan-type DeliveryExhaustedEntry array{
 *   receiverId: string,
 *   count: int,
 *   deliveryIds: list<string>,
 *   ...
 * }
 *
 * DeliveryExhaustedData
 * - count: How many deliveries. The receiver that gets this event is left out.
 * - receivers: The first 20 entries.
 * @phpstan-type DeliveryExhaustedData array{
 *   count: int,
 *   receivers: list<DeliveryExhaustedEntry>,
 *   ...
 * }
 *
 * CertificateExpiringEntry
 * - receiverId: The receiver.
 * - certificate: `client` = the certificate that the service shows to the receiver · `server` = the certificate that the receiver showed in its latest TLS handshake.
 * - notAfter: When the certificate expires. ISO 8601 in UTC.
 * @phpstan-type CertificateExpiringEntry array{
 *   receiverId: string,
 *   certificate: string,
 *   notAfter: string,
 *   ...
 * }
 *
 * CertificateExpiringData
 * - count: How many certificates. The receiver that gets this event is left out.
 * - receivers: The first 20 entries.
 * @phpstan-type CertificateExpiringData array{
 *   count: int,
 *   receivers: list<CertificateExpiringEntry>,
 *   ...
 * }
 *
 * @phpstan-type OperationalData ReceiverFailingData|ReceiverRecoveredData|ReceiverDisabledData|DeliveryExhaustedData|CertificateExpiringData
 */
final class Types
{
    public const TRACKING_EVENTS = [
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
    ];

    public const OPERATIONAL_EVENTS = [
        'receiver.failing',
        'receiver.recovered',
        'receiver.disabled',
        'delivery.exhausted',
        'certificate.expiring',
    ];
}
