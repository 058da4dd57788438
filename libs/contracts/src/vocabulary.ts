// The closed word lists of the specification (spec.md: Events, Data, States and transitions).

export const EVENT_NAMES = [
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
export type EventName = (typeof EVENT_NAMES)[number];

export const DELIVERY_STATUSES = [
  'InternalStatus',
  'Pending',
  'WarehousePrepared',
  'WarehouseDelay',
  'Packed',
  'Loaded',
  'OrderProcessed',
  'ReturnRegistered',
  'PickUpScheduled',
  'PickUpPlanned',
  'Upgrade',
  'InboundScan',
  'InterimHaul',
  'InTransit',
  'ExportHub',
  'ImportHub',
  'CustomsIn',
  'CustomsReleased',
  'Scheduled',
  'DestinationDeliveryCenter',
  'DestinationDeliveryDepot',
  'OutForDelivery',
  'Rerouted',
  'FailedAttemptFirst',
  'FailedAttemptSecond',
  'FailedAttemptFinal',
  'PickupReadyToday',
  'PickupReadyNextDay',
  'PartiallyDelivered',
  'Delivered',
  'Stored',
  'Return',
  'ReturnWarning',
  'Exception',
  'ReturnInProcess',
  'ReturnProcessed',
  'ReturnRefunded',
  'None',
  'Ignore',
  'Cancelled',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A carrier's or producer's word for a failed attempt of unknown number. event-builder numbers these attempts by local days (domain D.5). */
export const FAILED_ATTEMPT = 'FailedAttempt';
export const STATUS_HINTS = [...DELIVERY_STATUSES, FAILED_ATTEMPT] as const;
export type StatusHint = (typeof STATUS_HINTS)[number];
/** The reading of a scan whose meaning neither a rule nor a hint gives. It counts as `InternalStatus`. */
export const UNMAPPED = 'unmapped';
export const READINGS = [...STATUS_HINTS, UNMAPPED] as const;
export type ReadAs = (typeof READINGS)[number];

/** The source of a scan's meaning: a rule of the operator, a shipped rule, the producer's hint, or none of them. */
export const READERS = ['operator', 'shipped', 'hint', 'none'] as const;

/** The rule that gave a scan its meaning. It is stored with the scan, because rules change and support asks later. */
export interface ReadBy {
  readonly layer: (typeof READERS)[number];
  /** Such as `mappings/ups.yaml:12`; absent when no rule decided. */
  readonly rule?: string;
  /** The set of carrier files in force, as `mapping:check` and the log event `carriers.taken` name it. */
  readonly ruleSet: string;
}

export const EXCEPTION_CODES = [
  'Exception',
  'Damaged',
  'TimeIssue',
  'AddressIssue',
  'CustomerRefusal',
  'Return',
  'DeliveryPayment',
  'Customs',
  'IdentFailed',
  'Misrouted',
  'ItemMissing',
  'LackSpace',
  'Notified',
  'MissingUpdates',
] as const;
export type ExceptionCode = (typeof EXCEPTION_CODES)[number];

export const NEXT_ACTIONS = ['NewAttemptToday', 'NewAttemptNextDay', 'PickUpReady'] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

export const RETURN_REASONS = [
  'Recall',
  'Lost',
  'Destroyed',
  'Seized',
  'CustomerRefusal',
  'NotCollected',
  'DeliveryPayment',
  'AddressIssue',
  'Customs',
  'Damaged',
  'Misrouted',
  'Exception',
  'FailedDelivery',
  'Unknown',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The service's own list: the specification leaves it open (domain D.6). */
export const DELIVERY_LOCATIONS = ['Doorstep', 'Postbox', 'ParcelShop', 'ParcelLocker', 'Neighbor', 'HomeDeposit', 'Unknown'] as const;
export type DeliveryLocation = (typeof DELIVERY_LOCATIONS)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const TOKEN_SCOPES = ['read', 'write', 'generate'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const WEBHOOK_FORMATS = ['plain', 'cloudevents'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** The forms of an unknown expected delivery date that a receiver can choose (domain D.6). */
export const ETA_UNKNOWN_FORMS = ['object', 'empty', 'null_text'] as const;
export type EtaUnknownForm = (typeof ETA_UNKNOWN_FORMS)[number];

/** The effect of a receiver's 410. With `disable`, the service also disables the receiver. */
export const ON_GONE = ['retry', 'disable'] as const;
export type OnGone = (typeof ON_GONE)[number];

/** Why the service disabled a receiver: it answered 410, or no attempt succeeded within the time that its owner set. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The seven keys of `references`. Query parameters may mirror them (spec: Webhook delivery). */
export const REFERENCE_KEYS = [
  'courier',
  'tracking_number',
  'orderNo',
  'client',
  'warehouse',
  'destination_country_iso3',
  'language',
] as const;
export type ReferenceKey = (typeof REFERENCE_KEYS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'exhausted', 'expired', 'cancelled'] as const;
/** The state of one event for one receiver. It is not the parcel's `delivery_status`. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The specification promises 15 retries, so attempts 1 to 16. */
export const MAX_RETRIES = 15;

/** How an attempt ended. Only `accepted` is a success. */
export const OUTCOMES = ['accepted', 'http_status', 'timeout', 'dns', 'connection', 'tls', 'proxy', 'guard', 'auth'] as const;
export type OutcomeClass = (typeof OUTCOMES)[number];

/** Details of an outcome. The attempt log stores the number, so never change or reuse one: a new reason gets the next number. */
export const ATTEMPT_REASONS = {
  redirected: 1,
  /** The first POST got a 401. The outcome is that of the second POST, with a new OAuth2 token. */
  second_post: 2,
  too_late_for_second_post: 3,
  token_endpoint_slow: 4,
  no_connection: 5,
  tls_unanswered: 6,
  no_answer: 7,
  body_incomplete: 8,
  name_unknown: 9,
  refused: 10,
  no_route: 11,
  /** None of the operator's forward proxies could connect. */
  proxies_unconnected: 12,
  /** A connection kept open from an earlier request. */
  idle_connection_closed: 13,
  closed_unanswered: 14,
  answer_too_large: 15,
  invalid_http: 16,
  interim_answer: 17,
  protocol_change: 18,
  client_certificate: 19,
  client_key_refused: 20,
  no_tls: 21,
  tls_too_old: 22,
  http2_only: 23,
  untrusted_certificate: 24,
  self_signed_certificate: 25,
  certificate_expired: 26,
  certificate_not_yet_valid: 27,
  certificate_of_other_name: 28,
  weak_key: 29,
  weak_signature: 30,
  costly_handshake: 31,
  url_refused: 32,
  credentials_unreadable: 33,
  no_fresh_token: 34,
  token_endpoint_unreachable: 35,
  token_endpoint_late: 36,
  /** The token endpoint answered neither with a token nor with a refusal. */
  token_endpoint_failed: 37,
} as const;
export type AttemptReason = keyof typeof ATTEMPT_REASONS;

/** The faults of a scan or record: header `reason` of its dead letter (domain D.2). */
export const MESSAGE_FAULTS = ['E_JSON', 'E_SIZE', 'E_SCHEMA', 'E_TIME', 'E_REF', 'E_LINK', 'E_ENUM'] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

/** The reasons of dead letters: a fault of the message, a batch that cannot be read (then it is not a message), or a bug of an app. */
export const PARK_REASONS = [...MESSAGE_FAULTS, 'E_BATCH', 'E_INTERNAL'] as const;
