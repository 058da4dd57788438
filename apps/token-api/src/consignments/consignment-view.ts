import {
  type DeliveryStatus,
  type EventName,
  type ExpectedDelivery,
  type ReadAs,
  type ReadBy,
  type References,
  type Scan,
  toIso,
  writtenScanId,
} from '#libs/contracts';

/** What event-builder keeps of a parcel, as far as a customer is shown of it. */
export interface ConsignmentState {
  readonly generation: number;
  /** Digests of the ids of its scans. */
  readonly appliedScans: readonly string[];
  /** Digests of scans of an earlier parcel; a state of an older version has them among the applied ones. */
  readonly leftOutScans?: readonly string[];
  /** When the record that opened it happened, epoch ms. */
  readonly recordedAtMs: number;
  readonly record: {
    readonly references: References;
    readonly sendDate?: string;
    readonly trackingLink?: string;
    readonly isReturn: boolean;
    readonly isCancelled: boolean;
  };
  readonly courierLink?: string;
  readonly scanLink?: { readonly value: string };
  readonly rerouteLink?: { readonly value: string };
  readonly shown?: { readonly status: DeliveryStatus; readonly occurredAtMs: number };
  readonly cancelledAtMs?: number;
  readonly finalEventMs?: number;
  readonly expectedDelivery?: { readonly value: ExpectedDelivery | null };
  readonly deliveryLocation?: { readonly value: string };
}

export interface ConsignmentRow {
  readonly consignmentId: string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly state: ConsignmentState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ScanRow {
  /** `readAs` and `readBy` are unknown of those that an older version has stored. */
  readonly scan: Scan & { readonly readAs?: ReadAs; readonly readBy?: ReadBy };
  readonly createdAt: Date;
}

export interface EventRow {
  readonly eventid: string;
  readonly event: EventName;
  readonly happenedAt: Date;
  readonly createdAt: Date;
}

/** One carrier notice; texts as received, null = not stated. */
export interface ScanView {
  readonly scan_id: string;
  readonly occurred_at: string;
  readonly carrier_code: string | null;
  readonly carrier_sub_code: string | null;
  readonly raw_text: string | null;
  readonly location: string;
  readonly status_hint: string | null;
  /** null = not kept. */
  readonly readAs: ReadAs | null;
  /** null = not kept. */
  readonly readBy: (Omit<ReadBy, 'rule'> & { readonly rule: string | null }) | null;
  readonly receivedAt: Date;
}

export interface ConsignmentView {
  readonly consignmentId: string;
  readonly courier: string;
  /** Normalised; as it was written it stands in `references`. */
  readonly trackingNumber: string;
  readonly generation: number;
  readonly references: References;
  readonly status: DeliveryStatus;
  /** When the status came about; null while nothing has happened yet. */
  readonly statusAt: string | null;
  readonly expectedDelivery: ExpectedDelivery | null;
  readonly deliveryLocation: string;
  readonly trackingLink: string;
  readonly rerouteLink: string;
  readonly sendDate: string | null;
  readonly isReturn: boolean;
  readonly isCancelled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Newest first, the newest 200 as far as they fit into an answer. */
  readonly scans: readonly ScanView[];
  /** Newest first, the newest 200; GET /events has all. */
  readonly events: readonly EventRow[];
}

export function toConsignmentView(row: ConsignmentRow, scans: readonly ScanRow[], events: readonly EventRow[]): ConsignmentView {
  const { state, ...rest } = row;
  const { record } = state;
  return {
    ...rest,
    generation: state.generation,
    references: record.references,
    ...statusOf(state),
    expectedDelivery: state.expectedDelivery?.value ?? null,
    deliveryLocation: state.deliveryLocation?.value ?? '',
    trackingLink: record.trackingLink ?? state.scanLink?.value ?? state.courierLink ?? '',
    rerouteLink: isOver(state) ? '' : (state.rerouteLink?.value ?? ''),
    sendDate: record.sendDate ?? null,
    isReturn: record.isReturn,
    isCancelled: record.isCancelled,
    scans: scans.map(toScanView),
    events,
  };
}

/** The newest of scans and cancellation; `Pending` before the first (domain D.4). */
function statusOf({ shown, cancelledAtMs, record }: ConsignmentState): Pick<ConsignmentView, 'status' | 'statusAt'> {
  if (record.isCancelled && cancelledAtMs !== undefined && cancelledAtMs >= (shown?.occurredAtMs ?? -Infinity)) {
    return { status: 'Cancelled', statusAt: toIso(cancelledAtMs) };
  }
  return shown ? { status: shown.status, statusAt: toIso(shown.occurredAtMs) } : { status: 'Pending', statusAt: null };
}

const isOver = ({ finalEventMs, cancelledAtMs }: ConsignmentState): boolean => finalEventMs !== undefined || cancelledAtMs !== undefined;

const toScanView = ({ scan, createdAt }: ScanRow): ScanView => ({
  scan_id: writtenScanId(scan),
  occurred_at: toIso(scan.occurredAtMs),
  carrier_code: scan.code ?? null,
  carrier_sub_code: scan.subCode ?? null,
  raw_text: scan.rawText ?? null,
  location: scan.locationText,
  status_hint: scan.statusHint ?? null,
  readAs: scan.readAs ?? null,
  readBy: scan.readBy === undefined ? null : { ...scan.readBy, rule: scan.readBy.rule ?? null },
  receivedAt: createdAt,
});
