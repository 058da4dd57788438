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
  type Life,
  localDay,
  momentOf,
  numbered,
  OWN_EVENTS,
  type Reading,
  readingOf,
  type SeenScan,
  zoneOf,
} from './simple-model-life.js';

/**
 * What event-builder must decide, told a second time from the written domain rules (D.3–D.8) and nothing else: one message after the other,
 * everything in memory, every answer calculated again from the list of what happened. Slow, plain, and without the code it is compared with.
 */
export class SimpleModel {
  readonly events: ModelEvent[] = [];
  /** transfer_ids of records that nothing gives a tracking link (E_LINK). */
  readonly refused: string[] = [];
  private readonly parcels = new Map<string, { lives: Life[]; scans: ScanMessage[] }>();

  takeScan(scan: ScanMessage): void {
    const parcel = this.parcelOf(scan.courier, scan.tracking_number);
    const living = parcel.lives.filter((life) => !life.isOver && momentOf(scan) <= endOf(life) + 90 * DAY_MS);
    for (const life of living) this.apply(life, scan);
    if (!parcel.scans.some(({ scan_id }) => scan_id === scan.scan_id)) parcel.scans.push(scan);
  }

  takeRecord(record: RecordMessage): void {
    const parcel = this.parcelOf(record.references.courier, record.references.tracking_number);
    const known = parcel.lives.find(({ account, isOver }) => account === record.account && !isOver);
    if (parcel.lives.some((life) => life.account === record.account && life.transfers.has(record.transfer_id))) return;
    if (known === undefined) return this.open(record, 1);
    if (momentOf(record) <= endOf(known) + 90 * DAY_MS) return this.update(known, record);
    this.open(record, known.generation + 1, known);
  }

  /** Time passes until nothing is due any more; everything that was promised for before `nowMs` is late. */
  fireOverdue(nowMs: number): void {
    const lives = [...this.parcels.values()].flatMap((parcel) => parcel.lives);
    for (const life of lives.filter(({ isOver }) => !isOver)) this.tellLate(life, nowMs);
  }

  /** The parcel was not with the carrier yet at that moment. */
  private tellLate(life: Life, ms: number): void {
    if (life.watch === undefined || life.watch.dueMs > ms) return;
    const { sendDate, breachMs, promisedMs } = life.watch;
    life.watch = undefined;
    life.toldDates.add(sendDate);
    const shown = newestShown(life);
    const cause = { event: 'onInternalDelay', cause: ['send_date', sendDate], ms: Math.max(breachMs, promisedMs) } as const;
    this.events.push(toModelEvent(life, cause, { shown, status: shown?.status ?? 'WarehouseDelay' }));
  }

  private parcelOf(courier: string, trackingNumber: string): { lives: Life[]; scans: ScanMessage[] } {
    const key = parcelKey(courier, trackingNumber);
    const parcel = this.parcels.get(key) ?? { lives: [], scans: [] };
    this.parcels.set(key, parcel);
    return parcel;
  }

  private open(record: RecordMessage, generation: number, former?: Life): void {
    const { courier, tracking_number: number } = record.references;
    const { lives, scans } = this.parcelOf(courier, number);
    const life: Life = {
      consignmentId: consignmentIdOf(record, generation),
      account: record.account,
      generation,
      openedMs: momentOf(record),
      zone: zoneOf(record),
      record,
      transfers: new Set([record.transfer_id]),
      scans: [],
      former: new Set(),
      rerouteLinks: [],
      toldDates: new Set(),
      promises: [],
      isOver: false,
    };
    const ofThisLife = scans.filter((scan) => !isOfEarlierConsignment(life, scan)).toSorted((a, b) => momentOf(a) - momentOf(b));
    for (const { scan_id } of scans.filter((scan) => isOfEarlierConsignment(life, scan))) life.former.add(scan_id);
    const linked = ofThisLife.findLast(({ tracking_link }) => tracking_link !== undefined);
    life.waitingLink = linked && { ms: momentOf(linked), value: linked.tracking_link! };
    if (trackingLinkOf(life) === '') return void this.refused.push(record.transfer_id);
    if (former !== undefined) former.isOver = true;
    this.promise(life, record);
    lives.push(life);
    this.events.push(
      toModelEvent(life, { event: 'onCreated', cause: ['once'], ms: life.openedMs }, { shown: undefined, status: 'Pending' }),
    );
    for (const scan of ofThisLife) this.apply(life, scan);
  }

  private update(life: Life, record: RecordMessage): void {
    life.transfers.add(record.transfer_id);
    if (contentOf(record) === contentOf(life.record)) return;
    this.promise(life, record);
    life.record = record;
    if (record.action === 'cancel') cancel(life, momentOf(record));
    else life.cancelledMs = undefined;
    const shown = newestShown(life);
    const status = record.action === 'cancel' ? 'Cancelled' : (shown?.status ?? 'Pending');
    this.events.push(
      toModelEvent(life, { event: 'onUpdated', cause: ['transfer', record.transfer_id], ms: momentOf(record) }, { shown, status }),
    );
  }

  /** What a record says besides its references: the reroute link as of now, and the send date, watched again when it has changed. */
  private promise(life: Life, record: RecordMessage): void {
    const link = record.links?.reroute_link;
    const isRepeated = record !== life.record && link === life.record.links?.reroute_link;
    if (link !== undefined && !isRepeated) life.rerouteLinks.push({ ms: momentOf(record), value: link });
    if (record.send_date !== undefined && record.send_date !== life.promises.at(-1)?.sendDate) {
      life.promises.push({ sendDate: record.send_date, ms: record === life.record ? -Infinity : momentOf(record) });
    }
    for (const { ms } of life.scans.filter(({ status }) => status === 'WarehouseDelay')) settle(life, ms);
    const isSafe = record.action === 'cancel' || record.is_return === true || life.scans.some(isWithCarrierOrCancelled);
    if (record.send_date === undefined || isSafe) life.watch = undefined;
    else if (life.toldDates.has(record.send_date)) life.watch = undefined;
    else {
      const watch = dueOf(record, record.send_date);
      if (life.watch?.sendDate !== watch.sendDate || life.watch.dueMs !== watch.dueMs) life.watch = watch;
    }
  }

  private apply(life: Life, scan: ScanMessage): void {
    if (life.former.has(scan.scan_id) || (life.generation > 1 && isOfEarlierConsignment(life, scan))) return;
    if (life.scans.some(({ scan: { scan_id } }) => scan_id === scan.scan_id)) return;
    const seen = see(life, scan);
    if (seen.status === 'None' || seen.status === 'Ignore') return;
    const isFirstInNetwork = isInNetwork(seen) && !life.scans.some(isInNetwork);
    if (isInNetwork(seen) && seen.status !== 'WarehouseDelay') this.tellLate(life, seen.ms);
    life.scans.push(seen);
    if (isInNetwork(seen) || seen.status === 'Cancelled') life.watch = undefined;
    if (seen.status === 'WarehouseDelay') settle(life, seen.ms);
    const isScheduled = announces(life, seen);
    if (isFirstInNetwork) this.tell(life, seen, 'onDispatch');
    if (isScheduled) this.tell(life, seen, 'onScheduled');
    const own = OWN_EVENTS[seen.status];
    if (own !== undefined) this.tell(life, seen, own);
  }

  private tell(life: Life, seen: SeenScan, event: string): void {
    const cause = event === 'onDispatch' ? (['once'] as const) : (['scan', seen.scan.scan_id] as const);
    this.events.push(toModelEvent(life, { event, cause, ms: seen.ms }, { shown: seen, status: seen.status }));
  }
}

const isOfEarlierConsignment = (life: Life, scan: ScanMessage): boolean => momentOf(scan) < life.openedMs - 14 * DAY_MS;

/** Of its final event, in ms; a parcel without one goes on for ever. */
function endOf({ scans }: Life): number {
  const finals = scans.filter(({ status }) => status === 'Delivered' || status === 'Return');
  return finals.length === 0 ? Infinity : Math.max(...finals.map(({ ms }) => ms));
}

/** Outranks every scan so far, and takes the date with it. */
function cancel(life: Life, ms: number): void {
  life.cancelledMs = ms;
  life.eta = { value: null, ms: Math.max(ms, life.eta?.ms ?? ms, newestShown(life)?.ms ?? ms) };
}

/** The warehouse has told the delay itself: of the date that stood at that moment. */
function settle(life: Life, ms: number): void {
  const promise = life.promises.findLast((each) => each.ms <= ms);
  if (promise === undefined) return;
  life.toldDates.add(promise.sendDate);
  if (life.watch?.sendDate === promise.sendDate) life.watch = undefined;
}

const isWithCarrierOrCancelled = (seen: SeenScan): boolean => isInNetwork(seen) || seen.status === 'Cancelled';

function see(life: Life, scan: ScanMessage): SeenScan {
  const ms = momentOf(scan);
  const reading: Reading = readingOf(scan);
  return { scan, ms, reading, day: localDay(ms, life.zone), status: numbered(reading.status, localDay(ms, life.zone), life.scans) };
}

/** The newest scan whose status is shown. */
function newestShown(life: Life): SeenScan | undefined {
  const shown = life.scans.filter(({ status }) => status !== 'InternalStatus');
  return shown.toSorted((a, b) => a.ms - b.ms).at(-1);
}

/** Takes over what the scan says of the day. @returns true when customers hear of it */
function announces(life: Life, seen: SeenScan): boolean {
  const said = etaOf(seen.scan);
  const overtakes = isLate(seen.status) || seen.status === 'Return' || seen.status === 'Cancelled';
  const value = said === undefined && overtakes ? null : said;
  if (value === undefined || (life.eta !== undefined && seen.ms < life.eta.ms)) return false;
  const before = life.eta?.value ?? null;
  life.eta = { value, ms: seen.ms };
  return value !== null && JSON.stringify(value) !== JSON.stringify(before);
}

/** Everything that a record says of the parcel itself. */
function contentOf({ references, send_date, warehouse_time_zone, recipient_time_zone, links, is_return, action }: RecordMessage): string {
  return JSON.stringify([references, send_date, warehouse_time_zone, recipient_time_zone, links, is_return === true, action]);
}
