// The state of one tracked parcel of one account: a plain JSON value, stored as consignment.state.
import type {
  DeliveryLocation,
  DeliveryStatus,
  ExceptionCode,
  ExpectedDelivery,
  NextAction,
  PickupLocation,
  References,
  ReturnReason,
} from '#libs/contracts';

/** A value with the time of its cause: an older cause that arrives late does not overwrite it. */
export interface Latest<T> {
  readonly value: T;
  readonly asOfMs: number;
}

/** The fields of one scan that customers see; texts verbatim as the carrier wrote them. */
export interface ScanFacts {
  readonly status: DeliveryStatus;
  readonly occurredAtMs: number;
  readonly rawScan: string;
  readonly location: string;
  readonly exceptionCode?: ExceptionCode;
  readonly returnReason?: ReturnReason;
  readonly nextAction?: NextAction;
  /** True when the scan or its mapping names the next action, false when it is the default of the carrier. */
  readonly nextActionIsSpecified?: boolean;
  readonly pickup?: PickupLocation;
  readonly information?: string;
}

/** The earliest scans that lead times are counted from and to, epoch ms (domain D.7). */
export interface Milestones {
  readonly labelMs?: number;
  readonly inboundMs?: number;
  readonly attemptMs?: number;
  readonly deliveredMs?: number;
}

/** The content of the retailer's last transfer; links survive a transfer that does not repeat them. */
export interface RecordContent {
  readonly references: References;
  readonly sendDate?: string;
  readonly warehouseTimeZone?: string;
  readonly recipientTimeZone?: string;
  readonly trackingLink?: string;
  readonly rerouteLink?: string;
  readonly isReturn: boolean;
  readonly isCancelled: boolean;
}

/** The watch over one send_date; stored in the consignment and mirrored in internal_delay_due, which the overdue job polls. */
export interface InternalDelay {
  readonly state: 'armed' | 'fired' | 'disarmed';
  readonly sendDate: string;
  /** The event's timestamp, epoch ms: the breach, but not before the record that promised the date. */
  readonly happenedAtMs: number;
  /** When the overdue job may fire, epoch ms: breach + grace. */
  readonly dueAtMs: number;
  /** Insertion time of the record that promised the date, epoch ms. */
  readonly armedAtMs: number;
  /** Dates whose event was sent, each once: if promised again, their event would have the same eventid. */
  readonly toldDates?: readonly string[];
  /** The promised dates in the order of their records, the present date last. */
  readonly promises: readonly PromisedDate[];
}

/** A date that a record has promised, and since when, epoch ms; 0 = since the parcel exists. */
export interface PromisedDate {
  readonly sendDate: string;
  readonly sinceMs: number;
}

export interface Consignment {
  readonly consignmentId: string;
  readonly account: number;
  readonly courier: string;
  /** Normalised; identifies the parcel. */
  readonly trackingNumber: string;
  /** 1, 2, … : a tracking number that is used again after 90 days is another parcel (domain D.3). */
  readonly generation: number;
  /** When the record that opened this generation happened, epoch ms. */
  readonly recordedAtMs: number;
  /** Insertion time of that record, epoch ms. */
  readonly openedAtMs: number;
  readonly record: RecordContent;
  /** IANA zone in which the recipient's calendar days are counted. */
  readonly zone: string;
  /** The carrier's own tracking page, if neither record nor scan names one. */
  readonly courierLink?: string;
  readonly scanLink?: Latest<string>;
  readonly rerouteLink?: Latest<string>;
  readonly appliedTransfers: readonly string[];
  /** Digests of the ids of applied scans: GET /consignments shows these scans. */
  readonly appliedScans: readonly string[];
  /** Digests of the ids of scans that were stored before the record and belonged to another parcel. */
  readonly leftOutScans: readonly string[];
  /** The newest scan whose status became the current one. */
  readonly shown?: ScanFacts;
  readonly cancelledAtMs?: number;
  /** The time of the carrier's own cancellation, which no upsert undoes. */
  readonly carrierCancelledAtMs?: number;
  readonly isDispatched: boolean;
  /** null = withdrawn or outdated; absent = never announced. */
  readonly expectedDelivery?: Latest<ExpectedDelivery | null>;
  readonly deliveryLocation?: Latest<DeliveryLocation>;
  readonly milestones: Milestones;
  /** The first and the last failed attempt of each of the recipient's days with failed attempts, epoch ms. */
  readonly failedAttemptsMs: readonly number[];
  /** Timestamp of the newest onDelivered or onReturn, epoch ms. */
  readonly finalEventMs?: number;
  readonly internalDelay?: InternalDelay;
  /** When the warehouse last reported a delay itself, epoch ms. */
  readonly warehouseDelayMs?: number;
}

/** Returns the value with the later cause; if both are of the same moment, the value that arrived later. */
export function newer<T>(known: Latest<T> | undefined, value: T | undefined, asOfMs: number): Latest<T> | undefined {
  if (value === undefined) return known;
  return known === undefined || asOfMs >= known.asOfMs ? { value, asOfMs } : known;
}

/** Returns the link of the record, else of the latest scan, else the carrier's page (domain D.3); undefined = E_LINK. */
export const trackingLinkOf = (consignment: Pick<Consignment, 'record' | 'scanLink' | 'courierLink'>): string | undefined =>
  consignment.record.trackingLink ?? consignment.scanLink?.value ?? consignment.courierLink;

/** Returns the latest link; empty after Delivered, Return or Cancelled, when nothing can be rerouted (domain D.6). */
export function rerouteLinkOf(consignment: Consignment): string {
  const isOver = consignment.finalEventMs !== undefined || consignment.cancelledAtMs !== undefined;
  return isOver ? '' : (consignment.rerouteLink?.value ?? '');
}

/** Returns the status for events that no scan causes; undefined while no scan has been shown. */
export function currentStatus(consignment: Consignment): DeliveryStatus | undefined {
  const { shown, cancelledAtMs, record } = consignment;
  // A cancellation by the carrier is a scan and is shown as one.
  if (record.isCancelled && cancelledAtMs !== undefined && cancelledAtMs >= (shown?.occurredAtMs ?? -Infinity)) return 'Cancelled';
  return shown?.status;
}
