// The words of the API that a person chooses from. A missing or unknown word does not compile.
import type { EventName, Schemas, WebhookEventName } from './schemas.js';

export type ParcelStatus = Schemas['Consignment']['status'];
export type DeliveryStatus = Schemas['Delivery']['status'];
export type Outcome = NonNullable<Schemas['Delivery']['lastOutcome']>;

const wordsOf = <Word extends string>(all: Readonly<Record<Word, true>>): readonly Word[] => Object.keys(all) as Word[];

export const EVENT_NAMES = wordsOf<EventName>({
  onInternalDelay: true,
  onCreated: true,
  onUpdated: true,
  onDispatch: true,
  onScheduled: true,
  onDelay: true,
  onOutForDelivery: true,
  onFailedAttempt: true,
  onPickupReady: true,
  onDelivered: true,
  onReturn: true,
});

/** The operational events. */
export const OPERATIONAL_EVENT_NAMES = wordsOf<Exclude<WebhookEventName, EventName>>({
  'receiver.failing': true,
  'receiver.recovered': true,
  'receiver.disabled': true,
  'delivery.exhausted': true,
  'certificate.expiring': true,
});

export const WEBHOOK_EVENT_NAMES: readonly WebhookEventName[] = [...EVENT_NAMES, ...OPERATIONAL_EVENT_NAMES];

export const DELIVERY_KINDS = wordsOf<Schemas['Delivery']['kind']>({ tracking: true, operational: true });

type Filter = Schemas['ReceiverFilter'];

export const DELIVERY_LOCATIONS = wordsOf<Filter['deliveryLocations'][number]>({
  Doorstep: true,
  Postbox: true,
  ParcelShop: true,
  ParcelLocker: true,
  Neighbor: true,
  HomeDeposit: true,
  Unknown: true,
});

export const RETURN_REASONS = wordsOf<Filter['returnReasons'][number]>({
  Recall: true,
  Lost: true,
  Destroyed: true,
  Seized: true,
  CustomerRefusal: true,
  NotCollected: true,
  DeliveryPayment: true,
  AddressIssue: true,
  Customs: true,
  Damaged: true,
  Misrouted: true,
  Exception: true,
  FailedDelivery: true,
  Unknown: true,
});

/** The words of `exception_code`. */
export const EXCEPTIONS = wordsOf<Filter['exceptions'][number]>({
  Exception: true,
  Damaged: true,
  TimeIssue: true,
  AddressIssue: true,
  CustomerRefusal: true,
  Return: true,
  DeliveryPayment: true,
  Customs: true,
  IdentFailed: true,
  Misrouted: true,
  ItemMissing: true,
  LackSpace: true,
  Notified: true,
  MissingUpdates: true,
});

export const DELIVERY_STATUSES = wordsOf<DeliveryStatus>({
  pending: true,
  delivered: true,
  exhausted: true,
  expired: true,
  cancelled: true,
});

export const OUTCOMES = wordsOf<Outcome>({
  accepted: true,
  http_status: true,
  timeout: true,
  dns: true,
  connection: true,
  tls: true,
  proxy: true,
  guard: true,
  auth: true,
});

export const PARCEL_STATUSES = wordsOf<ParcelStatus>({
  InternalStatus: true,
  Pending: true,
  WarehousePrepared: true,
  WarehouseDelay: true,
  Packed: true,
  Loaded: true,
  OrderProcessed: true,
  ReturnRegistered: true,
  PickUpScheduled: true,
  PickUpPlanned: true,
  Upgrade: true,
  InboundScan: true,
  InterimHaul: true,
  InTransit: true,
  ExportHub: true,
  ImportHub: true,
  CustomsIn: true,
  CustomsReleased: true,
  Scheduled: true,
  DestinationDeliveryCenter: true,
  DestinationDeliveryDepot: true,
  OutForDelivery: true,
  Rerouted: true,
  FailedAttemptFirst: true,
  FailedAttemptSecond: true,
  FailedAttemptFinal: true,
  PickupReadyToday: true,
  PickupReadyNextDay: true,
  PartiallyDelivered: true,
  Delivered: true,
  Stored: true,
  Return: true,
  ReturnWarning: true,
  Exception: true,
  ReturnInProcess: true,
  ReturnProcessed: true,
  ReturnRefunded: true,
  None: true,
  Ignore: true,
  Cancelled: true,
});
