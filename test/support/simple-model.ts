import { parcelKey } from '#libs/contracts';
import type { RecordMessage, ScanMessage } from '../builders/wire-messages.js';
import { type ModelEvent, toModelEvent, trackingLinkOf } from './simple-model-event.js';
import {
  consignmentIdOf,
  DAY_MS,
  dueOf,
  etaOf,
  isInNetwork,
  isLate,
  type ModelConsignment,
  localDay,
  momentOf,
  numbered,
  OWN_EVENTS,
  type Reading,
  readingOf,
  type SeenScan,
  zoneOf,
} from './simple-model-consignment.js';

/**
 * A second implementation of event-builder's decisions, derived only from the written domain rules (D.3–D.8). It takes one message after
 * another, keeps everything in memory, and recalculates every answer from the history. It is slow and plain, and shares no code with
 * event-builder.
 */
export class SimpleModel {
  readonly events: ModelEvent[] = [];
  /** transfer_ids of records without any tracking link (E_LINK). */
  readonly refused: string[] = [];
  private readonly parcels = new Map<string, { consignments: ModelConsignment[]; scans: ScanMessage[] }>();

  takeScan(scan: ScanMessage): void {
    const parcel = this.parcelOf(scan.courier, scan.tracking_number);
    const open = parcel.consignments.filter((consignment) => !consignment.isOver && momentOf(scan) <= endOf(consignment) + 90 * DAY_MS);
    for (const consignment of open) this.apply(consignment, scan);
    if (!parcel.scans.some(({ scan_id }) => scan_id === scan.scan_id)) parcel.scans.push(scan);
  }

  takeRecord(record: RecordMessage): void {
    const parcel = this.parcelOf(record.references.courier, record.references.tracking_number);
    const known = parcel.consignments.find(({ account, isOver }) => account === record.account && !isOver);
    if (parcel.consignments.some((consignment) => consignment.account === record.account && consignment.transfers.has(record.transfer_id)))
      return;
    if (known === undefined) return this.open(record, 1);
    if (momentOf(record) <= endOf(known) + 90 * DAY_MS) return this.update(known, record);
    this.open(record, known.generation + 1, known);
  }

  /** Lets time pass until nothing is due; everything promised for before `nowMs` is late. */
  fireOverdue(nowMs: number): void {
    const consignments = [...this.parcels.values()].flatMap((parcel) => parcel.consignments);
    for (const consignment of consignments.filter(({ isOver }) => !isOver)) this.tellLate(consignment, nowMs);
  }

  /** Reports a delay if the parcel was not with the carrier at that moment. */
  private tellLate(consignment: ModelConsignment, ms: number): void {
    if (consignment.watch === undefined || consignment.watch.dueMs > ms) return;
    const { sendDate, breachMs, promisedMs } = consignment.watch;
    consignment.watch = undefined;
    consignment.toldDates.add(sendDate);
    const shown = newestShown(consignment);
    const cause = { event: 'onInternalDelay', cause: ['send_date', sendDate], ms: Math.max(breachMs, promisedMs) } as const;
    this.events.push(toModelEvent(consignment, cause, { shown, status: shown?.status ?? 'WarehouseDelay' }));
  }

  private parcelOf(courier: string, trackingNumber: string): { consignments: ModelConsignment[]; scans: ScanMessage[] } {
    const key = parcelKey(courier, trackingNumber);
    const parcel = this.parcels.get(key) ?? { consignments: [], scans: [] };
    this.parcels.set(key, parcel);
    return parcel;
  }

  private open(record: RecordMessage, generation: number, previous?: ModelConsignment): void {
    const { courier, tracking_number: number } = record.references;
    const { consignments, scans } = this.parcelOf(courier, number);
    const consignment: ModelConsignment = {
      consignmentId: consignmentIdOf(record, generation),
      account: record.account,
      generation,
      openedMs: momentOf(record),
      zone: zoneOf(record),
      record,
      transfers: new Set([record.transfer_id]),
      scans: [],
      leftOutScans: new Set(),
      rerouteLinks: [],
      toldDates: new Set(),
      promises: [],
      isOver: false,
    };
    const ofThisConsignment = scans
      .filter((scan) => !isOfEarlierConsignment(consignment, scan))
      .toSorted((a, b) => momentOf(a) - momentOf(b));
    for (const { scan_id } of scans.filter((scan) => isOfEarlierConsignment(consignment, scan))) consignment.leftOutScans.add(scan_id);
    const linked = ofThisConsignment.findLast(({ tracking_link }) => tracking_link !== undefined);
    consignment.waitingLink = linked && { ms: momentOf(linked), value: linked.tracking_link! };
    if (trackingLinkOf(consignment) === '') return void this.refused.push(record.transfer_id);
    if (previous !== undefined) previous.isOver = true;
    this.promise(consignment, record);
    consignments.push(consignment);
    this.events.push(
      toModelEvent(consignment, { event: 'onCreated', cause: ['once'], ms: consignment.openedMs }, { shown: undefined, status: 'Pending' }),
    );
    for (const scan of ofThisConsignment) this.apply(consignment, scan);
  }

  private update(consignment: ModelConsignment, record: RecordMessage): void {
    consignment.transfers.add(record.transfer_id);
    if (contentOf(record) === contentOf(consignment.record)) return;
    this.promise(consignment, record);
    consignment.record = record;
    if (record.action === 'cancel') cancel(consignment, momentOf(record));
    else consignment.cancelledMs = undefined;
    const shown = newestShown(consignment);
    const status = record.action === 'cancel' ? 'Cancelled' : (shown?.status ?? 'Pending');
    this.events.push(
      toModelEvent(consignment, { event: 'onUpdated', cause: ['transfer', record.transfer_id], ms: momentOf(record) }, { shown, status }),
    );
  }

  /** Takes the record's data besides its references: the current reroute link, and the send date, watched again when it has changed. */
  private promise(consignment: ModelConsignment, record: RecordMessage): void {
    const link = record.links?.reroute_link;
    const isRepeated = record !== consignment.record && link === consignment.record.links?.reroute_link;
    if (link !== undefined && !isRepeated) consignment.rerouteLinks.push({ ms: momentOf(record), value: link });
    if (record.send_date !== undefined && record.send_date !== consignment.promises.at(-1)?.sendDate) {
      consignment.promises.push({ sendDate: record.send_date, ms: record === consignment.record ? -Infinity : momentOf(record) });
    }
    for (const { ms } of consignment.scans.filter(({ status }) => status === 'WarehouseDelay')) settle(consignment, ms);
    const isSafe = record.action === 'cancel' || record.is_return === true || consignment.scans.some(isWithCarrierOrCancelled);
    if (record.send_date === undefined || isSafe) consignment.watch = undefined;
    else if (consignment.toldDates.has(record.send_date)) consignment.watch = undefined;
    else {
      const watch = dueOf(record, record.send_date);
      if (consignment.watch?.sendDate !== watch.sendDate || consignment.watch.dueMs !== watch.dueMs) consignment.watch = watch;
    }
  }

  private apply(consignment: ModelConsignment, scan: ScanMessage): void {
    if (consignment.leftOutScans.has(scan.scan_id) || (consignment.generation > 1 && isOfEarlierConsignment(consignment, scan))) return;
    if (consignment.scans.some(({ scan: { scan_id } }) => scan_id === scan.scan_id)) return;
    const seen = see(consignment, scan);
    if (seen.status === 'None' || seen.status === 'Ignore') return;
    const isFirstInNetwork = isInNetwork(seen) && !consignment.scans.some(isInNetwork);
    if (isInNetwork(seen) && seen.status !== 'WarehouseDelay') this.tellLate(consignment, seen.ms);
    consignment.scans.push(seen);
    if (isInNetwork(seen) || seen.status === 'Cancelled') consignment.watch = undefined;
    if (seen.status === 'WarehouseDelay') settle(consignment, seen.ms);
    const isScheduled = announces(consignment, seen);
    if (isFirstInNetwork) this.tell(consignment, seen, 'onDispatch');
    if (isScheduled) this.tell(consignment, seen, 'onScheduled');
    const own = OWN_EVENTS[seen.status];
    if (own !== undefined) this.tell(consignment, seen, own);
  }

  private tell(consignment: ModelConsignment, seen: SeenScan, event: string): void {
    const cause = event === 'onDispatch' ? (['once'] as const) : (['scan', seen.scan.scan_id] as const);
    this.events.push(toModelEvent(consignment, { event, cause, ms: seen.ms }, { shown: seen, status: seen.status }));
  }
}

const isOfEarlierConsignment = (consignment: ModelConsignment, scan: ScanMessage): boolean =>
  momentOf(scan) < consignment.openedMs - 14 * DAY_MS;

/** Returns the time of the final event in ms; Infinity if there is none yet. */
function endOf({ scans }: ModelConsignment): number {
  const finals = scans.filter(({ status }) => status === 'Delivered' || status === 'Return');
  return finals.length === 0 ? Infinity : Math.max(...finals.map(({ ms }) => ms));
}

/** Cancels the consignment: outranks every earlier scan, and withdraws the estimate. */
function cancel(consignment: ModelConsignment, ms: number): void {
  consignment.cancelledMs = ms;
  consignment.eta = { value: null, ms: Math.max(ms, consignment.eta?.ms ?? ms, newestShown(consignment)?.ms ?? ms) };
}

/** Takes a delay that the warehouse reported itself: it concerns the send date in force at that moment. */
function settle(consignment: ModelConsignment, ms: number): void {
  const promise = consignment.promises.findLast((each) => each.ms <= ms);
  if (promise === undefined) return;
  consignment.toldDates.add(promise.sendDate);
  if (consignment.watch?.sendDate === promise.sendDate) consignment.watch = undefined;
}

const isWithCarrierOrCancelled = (seen: SeenScan): boolean => isInNetwork(seen) || seen.status === 'Cancelled';

function see(consignment: ModelConsignment, scan: ScanMessage): SeenScan {
  const ms = momentOf(scan);
  const reading: Reading = readingOf(scan);
  return {
    scan,
    ms,
    reading,
    day: localDay(ms, consignment.zone),
    status: numbered(reading.status, localDay(ms, consignment.zone), consignment.scans),
  };
}

/** Returns the newest scan whose status is shown. */
function newestShown(consignment: ModelConsignment): SeenScan | undefined {
  const shown = consignment.scans.filter(({ status }) => status !== 'InternalStatus');
  return shown.toSorted((a, b) => a.ms - b.ms).at(-1);
}

/** Takes over the delivery estimate of the scan. @returns true if customers get an event about it */
function announces(consignment: ModelConsignment, seen: SeenScan): boolean {
  const stated = etaOf(seen.scan);
  const overtakes = isLate(seen.status) || seen.status === 'Return' || seen.status === 'Cancelled';
  const value = stated === undefined && overtakes ? null : stated;
  if (value === undefined || (consignment.eta !== undefined && seen.ms < consignment.eta.ms)) return false;
  const before = consignment.eta?.value ?? null;
  consignment.eta = { value, ms: seen.ms };
  return value !== null && JSON.stringify(value) !== JSON.stringify(before);
}

/** Returns everything that a record says about the parcel itself. */
function contentOf({ references, send_date, warehouse_time_zone, recipient_time_zone, links, is_return, action }: RecordMessage): string {
  return JSON.stringify([references, send_date, warehouse_time_zone, recipient_time_zone, links, is_return === true, action]);
}
