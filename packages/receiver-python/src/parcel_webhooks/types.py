"""Types of webhooks. Written from the JSON Schemas of the service. Do not edit."""

from typing import List, Literal, TypedDict, Union


TrackingEventName = Literal[
    "onInternalDelay",
    "onCreated",
    "onUpdated",
    "onDispatch",
    "onScheduled",
    "onDelay",
    "onOutForDelivery",
    "onFailedAttempt",
    "onPickupReady",
    "onDelivered",
    "onReturn",
]

OperationalEventName = Literal[
    "receiver.failing",
    "receiver.recovered",
    "receiver.disabled",
    "delivery.exhausted",
    "certificate.expiring",
]


DeliveryStatus = Union[Literal["InternalStatus", "Pending", "WarehousePrepared", "WarehouseDelay", "Packed", "Loaded", "OrderProcessed", "ReturnRegistered", "PickUpScheduled", "PickUpPlanned", "Upgrade", "InboundScan", "InterimHaul", "InTransit", "ExportHub", "ImportHub", "CustomsIn", "CustomsReleased", "Scheduled", "DestinationDeliveryCenter", "DestinationDeliveryDepot", "OutForDelivery", "Rerouted", "FailedAttemptFirst", "FailedAttemptSecond", "FailedAttemptFinal", "PickupReadyToday", "PickupReadyNextDay", "PartiallyDelivered", "Delivered", "Stored", "Return", "ReturnWarning", "Exception", "ReturnInProcess", "ReturnProcessed", "ReturnRefunded", "None", "Ignore", "Cancelled"], str]


ExceptionCode = Union[Literal["Exception", "Damaged", "TimeIssue", "AddressIssue", "CustomerRefusal", "Return", "DeliveryPayment", "Customs", "IdentFailed", "Misrouted", "ItemMissing", "LackSpace", "Notified", "MissingUpdates"], str]


NextAction = Union[Literal["NewAttemptToday", "NewAttemptNextDay", "PickUpReady"], str]


ReturnReason = Union[Literal["Recall", "Lost", "Destroyed", "Seized", "CustomerRefusal", "NotCollected", "DeliveryPayment", "AddressIssue", "Customs", "Damaged", "Misrouted", "Exception", "FailedDelivery", "Unknown"], str]


class References(TypedDict):
    """The retailer’s references, byte for byte as in the record."""

    courier: str
    """Carrier code."""

    tracking_number: str
    """Tracking number."""

    orderNo: str
    """Order number as the shopper knows it."""

    client: str
    """Shop."""

    warehouse: str
    """Warehouse."""

    destination_country_iso3: str
    """ISO 3166-1 alpha-3."""

    language: str
    """ISO 639-1: language of the localized texts."""


class Reporting(TypedDict):
    """Lead times in calendar days of the recipient, 90 at most; -1 = the ending scan has not happened."""

    lead_time_door_to_door: int
    """From the carrier’s inbound scan (onDispatch) to the first onFailedAttempt, onPickupReady or onDelivered."""

    lead_time_qualified_attempt: int
    """From the label confirmation to the first onFailedAttempt, onPickupReady or onDelivered."""

    lead_time_end_to_end: int
    """From the label confirmation to onDelivered."""


OpeningSpan = TypedDict("OpeningSpan", {"from": str, "to": str})


class PickupLocationOpeningHours(TypedDict, total=False):
    """Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown."""

    monday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""

    tuesday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""

    wednesday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""

    thursday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""

    friday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""

    saturday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""

    sunday: List[OpeningSpan]
    """HH:mm; `to` may be 24:00."""


class PickupLocationCoordinates(TypedDict):
    """Degrees, WGS 84."""

    lat: float
    long: float


class _CommonTrackingData(TypedDict):
    tracking_link: str
    """The carrier’s tracking page."""

    reroute_link: str
    """The carrier’s page for another place or day; "" = not yet or no longer available."""

    raw_scan: str
    """The carrier’s own text, or its code when it sends no text; "" before the first scan."""

    raw_scan_location: str
    """The place in the carrier’s words; "" = the carrier names no place."""

    delivery_status: DeliveryStatus
    """The meaning of the scan that caused the event. When no scan caused it, the parcel’s current status."""

    delivery_status_locale_short: str
    """The status in a few words, in references.language."""

    delivery_status_locale_long: str
    """The status in sentences with date, place and details, in references.language."""

    expected_delivery_date_raw: object
    """One day, one day with a window (one approximate time: both ends equal), or a range of days. Unknown: {}, or "" or the text "null" for receivers that choose that form."""

    expected_delivery_date_formatted: str
    """The expected date in words, in references.language; "" when unknown."""

    delivery_location: str
    """Planned or actual place of hand-over, "" until a scan names it: Doorstep, Postbox, ParcelShop, ParcelLocker, Neighbor, HomeDeposit, Unknown."""


class TrackingData(_CommonTrackingData, total=False):
    """Optional fields are sent with some events only."""

    exception_code: ExceptionCode
    """Why the parcel is delayed."""

    next_action: NextAction
    """The carrier’s next step; absent = unknown."""

    next_action_is_specified: bool
    """True = the next step comes from the scan; false = it is the carrier’s default."""

    pickup_location_address: str
    """Plain text: name, street, zip code, city, country."""

    pickup_location_opening_hours: PickupLocationOpeningHours
    """Opening hours by weekday, local time. A closed day is an empty list; an absent day is unknown."""

    pickup_location_coordinates: PickupLocationCoordinates
    """Degrees, WGS 84."""

    delivery_information: str
    """Name of the recipient or neighbour, place of deposit."""

    return_reason: ReturnReason
    """Why the parcel goes back, or that it is lost."""


class ReceiverFailingEntry(TypedDict):
    receiverId: str
    """The receiver."""

    reason: Union[Literal["errors", "credentials", "circuit_open", "held", "limited"], str]
    """`errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow."""

    since: str
    """When the outage began. ISO 8601 in UTC."""


class ReceiverFailingData(TypedDict):
    count: int
    """How many receivers. The receiver that gets this event is left out."""

    receivers: List[ReceiverFailingEntry]
    """The first 20 entries."""


class ReceiverRecoveredEntry(TypedDict):
    receiverId: str
    """The receiver."""

    reason: Union[Literal["errors", "credentials", "circuit_open", "held", "limited"], str]
    """`errors` = attempts failed · `credentials` = all failures were 401, 403 or a refusal of the token endpoint · `circuit_open` = the receiver did not answer in time · `held` = the receiver asked the service to wait · `limited` = more events arrived than the receiver’s limits allow."""

    since: str
    """When the outage began. ISO 8601 in UTC."""


class ReceiverRecoveredData(TypedDict):
    count: int
    """How many receivers. The receiver that gets this event is left out."""

    receivers: List[ReceiverRecoveredEntry]
    """The first 20 entries."""


class ReceiverDisabledEntry(TypedDict):
    receiverId: str
    """The receiver."""

    reason: Union[Literal["gone", "failing"], str]
    """`gone` = the receiver answered 410 · `failing` = no success for `disableAfterFailingFor`."""

    disabledAt: str
    """When the service disabled it. ISO 8601 in UTC."""


class ReceiverDisabledData(TypedDict):
    count: int
    """How many receivers. The receiver that gets this event is left out."""

    receivers: List[ReceiverDisabledEntry]
    """The first 20 entries."""


class DeliveryExhaustedEntry(TypedDict):
    receiverId: str
    """The receiver."""

    count: int
    """How many deliveries to the receiver ended."""

    deliveryIds: List[str]
    """The first of these deliveries."""


class DeliveryExhaustedData(TypedDict):
    count: int
    """How many deliveries. The receiver that gets this event is left out."""

    receivers: List[DeliveryExhaustedEntry]
    """The first 20 entries."""


class CertificateExpiringEntry(TypedDict):
    receiverId: str
    """The receiver."""

    certificate: Union[Literal["client", "server"], str]
    """`client` = the certificate that the service shows to the receiver · `server` = the certificate that the receiver showed in its latest TLS handshake."""

    notAfter: str
    """When the certificate expires. ISO 8601 in UTC."""


class CertificateExpiringData(TypedDict):
    count: int
    """How many certificates. The receiver that gets this event is left out."""

    receivers: List[CertificateExpiringEntry]
    """The first 20 entries."""


OperationalData = Union[
    ReceiverFailingData,
    ReceiverRecoveredData,
    ReceiverDisabledData,
    DeliveryExhaustedData,
    CertificateExpiringData,
]
