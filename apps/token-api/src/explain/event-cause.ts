// Finds the scan, record or date that caused an event. The id of an event is computed from its cause, so the id identifies the cause.
import { type EventName, eventIdOf, FAILED_ATTEMPT, type ReadAs, STATUS_RULES, UNMAPPED } from '#libs/contracts';
import type { ConsignmentRow } from '../consignments/consignment-view.js';
import { inOrderOfApplication, type ScanRow } from '../consignments/scan-history.js';
import type { ParcelHistory, HistoryEvent } from './parcel-history.js';

export type EventCause =
  | { readonly kind: 'record' }
  | { readonly kind: 'scan'; readonly scan: ScanRow }
  | { readonly kind: 'send_date' }
  /** The scan is no longer kept. */
  | { readonly kind: 'unknown' };

/** Returns the event that every scan with this status causes; undefined = no event. */
export function ownEventOf(readAs: ReadAs): EventName | undefined {
  if (readAs === UNMAPPED) return undefined;
  return readAs === FAILED_ATTEMPT ? 'onFailedAttempt' : STATUS_RULES[readAs].event;
}

/** True when the status of a scan shows that the carrier has the parcel. */
export function isInNetwork(readAs: ReadAs): boolean {
  if (readAs === UNMAPPED) return false;
  return readAs === FAILED_ATTEMPT || STATUS_RULES[readAs].class === 'network';
}

export function causesOf({
  consignment,
  scans,
  events,
}: Pick<ParcelHistory, 'consignment' | 'scans' | 'events'>): ReadonlyMap<HistoryEvent, EventCause> {
  if (consignment === undefined) return new Map();
  const byEventid = new Map(scans.flatMap((row) => idsBy(row, consignment.consignmentId).map((eventid) => [eventid, row] as const)));
  return new Map(events.map((event) => [event, causeOf(event, byEventid.get(event.eventid), { consignment, scans })]));
}

function causeOf(
  { event, timestamp }: HistoryEvent,
  scan: ScanRow | undefined,
  { consignment, scans }: { readonly consignment: ConsignmentRow; readonly scans: readonly ScanRow[] },
): EventCause {
  if (scan !== undefined) return { kind: 'scan', scan };
  if (event === 'onCreated' || event === 'onUpdated') return { kind: 'record' };
  if (event === 'onInternalDelay') return { kind: 'send_date' };
  if (event !== 'onDispatch') return { kind: 'unknown' };
  const atThatTime = inOrderOfApplication(scans, consignment.state.openedAtMs).filter(
    (row) => row.scan.occurredAtMs === timestamp.getTime(),
  );
  const first = atThatTime.find((row) => isInNetwork(row.scan.readAs)) ?? atThatTime[0];
  return first === undefined ? { kind: 'unknown' } : { kind: 'scan', scan: first };
}

/** Returns the ids of the events that the scan can cause, except onDispatch, whose id does not depend on the scan. */
function idsBy({ scan }: ScanRow, consignmentId: string): string[] {
  const own = ownEventOf(scan.readAs);
  const names = [...(own === undefined ? [] : [own]), 'onScheduled' as const];
  return names.map((event) => eventIdOf(consignmentId, event, { kind: 'scan', id: scan.scanId }));
}
