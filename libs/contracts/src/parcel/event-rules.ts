// The table of the 40 delivery statuses (domain D.4).
import type { DeliveryStatus, EventName } from '../vocabulary.js';

/**
 * notice · warehouse · network: the parcel is physically with the carrier · return: the customer's own return · meta: not about the parcel.
 */
export type StatusClass = 'notice' | 'warehouse' | 'network' | 'return' | 'meta';

export interface StatusRule {
  readonly class: StatusClass;
  /** The event that every scan of this status causes. */
  readonly event?: EventName;
  /** Stored without any effect. */
  readonly isDropped?: true;
  /** Has its effects, but never becomes the displayed status. */
  readonly isHidden?: true;
}

const notice: StatusRule = { class: 'notice' };
const warehouse: StatusRule = { class: 'warehouse' };
const network: StatusRule = { class: 'network' };
const customerReturn: StatusRule = { class: 'return' };
const networkEvent = (event: EventName): StatusRule => ({ class: 'network', event });

export const STATUS_RULES: Readonly<Record<DeliveryStatus, StatusRule>> = {
  InternalStatus: { class: 'meta', isHidden: true },
  Pending: notice,
  WarehousePrepared: warehouse,
  WarehouseDelay: { class: 'warehouse', event: 'onInternalDelay' },
  Packed: warehouse,
  Loaded: warehouse,
  OrderProcessed: notice,
  ReturnRegistered: customerReturn,
  PickUpScheduled: notice,
  PickUpPlanned: notice,
  Upgrade: warehouse,
  InboundScan: network,
  InterimHaul: network,
  InTransit: network,
  ExportHub: network,
  ImportHub: network,
  CustomsIn: network,
  CustomsReleased: network,
  Scheduled: notice,
  DestinationDeliveryCenter: network,
  DestinationDeliveryDepot: network,
  OutForDelivery: networkEvent('onOutForDelivery'),
  Rerouted: notice,
  FailedAttemptFirst: networkEvent('onFailedAttempt'),
  FailedAttemptSecond: networkEvent('onFailedAttempt'),
  FailedAttemptFinal: networkEvent('onFailedAttempt'),
  PickupReadyToday: networkEvent('onPickupReady'),
  PickupReadyNextDay: networkEvent('onPickupReady'),
  PartiallyDelivered: networkEvent('onDelay'),
  Delivered: networkEvent('onDelivered'),
  Stored: network,
  Return: networkEvent('onReturn'),
  ReturnWarning: network,
  Exception: { class: 'notice', event: 'onDelay' },
  ReturnInProcess: customerReturn,
  ReturnProcessed: customerReturn,
  ReturnRefunded: customerReturn,
  None: { class: 'meta', isDropped: true },
  Ignore: { class: 'meta', isDropped: true },
  Cancelled: { class: 'meta' },
};

/** True when the carrier confirms the label. Lead times from the order begin here (domain D.7). */
export const isLabelConfirmation = (status: DeliveryStatus): boolean => status === 'OrderProcessed' || status === 'PickUpScheduled';

export const isFailedAttempt = (status: DeliveryStatus): boolean => STATUS_RULES[status].event === 'onFailedAttempt';

const QUALIFIED_ATTEMPTS: readonly (EventName | undefined)[] = ['onFailedAttempt', 'onPickupReady', 'onDelivered'];

/** True when the carrier has tried to hand the parcel over, with or without success (spec: Reporting). */
export const isQualifiedAttempt = (status: DeliveryStatus): boolean => QUALIFIED_ATTEMPTS.includes(STATUS_RULES[status].event);
