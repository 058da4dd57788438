import { type DeliveryStatus, type ExpectedDelivery, type References, toIso, writtenScanId } from '#libs/contracts';
import type { ConsignmentEvent, ConsignmentView, ScanView } from './consignments.dto.js';
import { arrivalsOf, type ScanArrival, type ScanRow } from './scan-history.js';

/** The part of event-builder's state of a parcel that a customer may see. */
export interface ConsignmentState {
  readonly generation: number;
  /** Digests of the ids of its scans. */
  readonly appliedScans: readonly string[];
  /** Digests of the ids of scans of an earlier parcel. */
  readonly leftOutScans: readonly string[];
  /** When the record that opened the parcel was stored, epoch ms. */
  readonly openedAtMs: number;
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
  readonly isDispatched: boolean;
  /** Digests of the ids of its records. */
  readonly appliedTransfers: readonly string[];
  /** The watch over the send_date. */
  readonly internalDelay?: { readonly state: 'armed' | 'fired' | 'disarmed'; readonly sendDate: string; readonly dueAtMs: number };
}

export interface ConsignmentRow {
  readonly consignmentId: string;
  readonly courier: string;
  readonly trackingNumber: string;
  readonly state: ConsignmentState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function toConsignmentView(row: ConsignmentRow, scans: readonly ScanRow[], events: readonly ConsignmentEvent[]): ConsignmentView {
  const { state, ...rest } = row;
  const { record } = state;
  const arrivals = arrivalsOf(scans, state.openedAtMs);
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
    scans: scans.map((scan) => toScanView(scan, arrivals.get(scan)!)),
    events,
  };
}

/** The status of the newest scan or cancellation; `Pending` before the first (domain D.4). */
export function statusOf({
  shown,
  cancelledAtMs,
  record,
}: Pick<ConsignmentState, 'shown' | 'cancelledAtMs'> & { readonly record: Pick<ConsignmentState['record'], 'isCancelled'> }): Pick<
  ConsignmentView,
  'status' | 'statusAt'
> {
  if (record.isCancelled && cancelledAtMs !== undefined && cancelledAtMs >= (shown?.occurredAtMs ?? -Infinity)) {
    return { status: 'Cancelled', statusAt: toIso(cancelledAtMs) };
  }
  return shown ? { status: shown.status, statusAt: toIso(shown.occurredAtMs) } : { status: 'Pending', statusAt: null };
}

const isOver = ({ finalEventMs, cancelledAtMs }: ConsignmentState): boolean => finalEventMs !== undefined || cancelledAtMs !== undefined;

const toScanView = ({ scan, createdAt }: ScanRow, { hasWaited, isLate }: ScanArrival): ScanView => ({
  scan_id: writtenScanId(scan),
  occurred_at: toIso(scan.occurredAtMs),
  carrier_code: scan.code ?? null,
  carrier_sub_code: scan.subCode ?? null,
  raw_text: scan.rawText ?? null,
  location: scan.locationText,
  status_hint: scan.statusHint ?? null,
  readAs: scan.readAs,
  readBy: { ...scan.readBy, rule: scan.readBy.rule ?? null },
  isLate,
  waitedForRecord: hasWaited,
  receivedAt: createdAt,
});
