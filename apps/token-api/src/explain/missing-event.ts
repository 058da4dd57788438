// Explains why a parcel with a record has no event of a given name.
import { DELIVERY_STATUSES, type EventName, STATUS_RULES, toIso, UNMAPPED } from '#libs/contracts';
import type { ConsignmentRow, ConsignmentState } from '../consignments/consignment-view.js';
import type { ScanRow } from '../consignments/scan-history.js';
import { isInNetwork, ownEventOf } from './event-cause.js';
import { type Finding, finding, NOTHING_TO_DO } from './finding.js';
import { aboutScan, ofEarlierParcel, deadLetterRecords, deadLetterScans, unmapped, waitingScans } from './parcel-findings.js';
import type { ParcelHistory } from './parcel-history.js';
import { readingWords, scanWords } from './words.js';

const EVENT_KEPT = 'Events are kept for 120 days, unless the operator says otherwise.';

/** Returns the reasons, with the first broken link first. Never empty. */
export function whyNoEvent(event: EventName, history: ParcelHistory): Finding[] {
  const state = history.consignment!.state;
  if (event === 'onCreated') return [notKept('The event of the record that opened the parcel')];
  if (event === 'onUpdated') return [...deadLetterRecords(history), noUpdate(history.consignment!)];
  if (event === 'onInternalDelay') return [...deadLetterRecords(history), noInternalDelay(state, history)];
  return [...waitingScans(history), ...deadLetterScans(history), ...whyNoScanEvent(event, history)];
}

const notKept = (what: string): Finding =>
  finding({ code: 'event_not_kept', severity: 'info', meaning: `${what} is no longer kept. ${EVENT_KEPT}`, toDo: NOTHING_TO_DO });

/**
 * A record that changes nothing causes no event. From the second generation on, the state also lists records of the earlier parcel, so their
 * number is not used.
 */
function noUpdate({ state: { generation, appliedTransfers } }: ConsignmentRow): Finding {
  const count = generation === 1 ? appliedTransfers.length : 1;
  if (count > 1) {
    const meaning = `${count} records have come. No record after the first caused an event that is still kept. A record with the same content causes no event. ${EVENT_KEPT}`;
    return finding({ code: 'already_announced', severity: 'info', meaning, toDo: 'Send a record with different content.' });
  }
  const meaning = 'No record with different content has come since the record that opened the parcel.';
  return finding({ code: 'no_update', severity: 'info', meaning, toDo: 'Send the changed record: PUT /consignments.' });
}

function noInternalDelay({ internalDelay, isDispatched }: ConsignmentState, { nowMs }: ParcelHistory): Finding {
  if (internalDelay === undefined) {
    const meaning = 'No record of this parcel names a `send_date` that can be watched, and no scan was read as WarehouseDelay.';
    return finding({ code: 'no_send_date', severity: 'info', meaning, toDo: 'Send the record with a `send_date`.' });
  }
  const { sendDate, dueAtMs, state } = internalDelay;
  if (state === 'armed' && dueAtMs > nowMs) {
    const meaning = `The \`send_date\` ${sendDate} is not over yet. The event comes at ${toIso(dueAtMs)} if the carrier has no scan by then.`;
    return finding({ code: 'send_date_ahead', severity: 'waiting', meaning, toDo: NOTHING_TO_DO }, { at: new Date(dueAtMs) });
  }
  if (state === 'armed') {
    const meaning = `The \`send_date\` ${sendDate} ended at ${toIso(dueAtMs)}. The event comes with the next check for overdue parcels.`;
    return finding({ code: 'send_date_ahead', severity: 'waiting', meaning, toDo: NOTHING_TO_DO }, { at: new Date(dueAtMs) });
  }
  if (state === 'fired') return notKept('The event');
  const why = isDispatched
    ? 'the carrier had the parcel in time'
    : 'the parcel is a return or is cancelled, or its record no longer names the date';
  const meaning = `The \`send_date\` ${sendDate} is no longer watched: ${why}.`;
  return finding({ code: 'sent_in_time', severity: 'info', meaning, toDo: NOTHING_TO_DO });
}

function whyNoScanEvent(event: EventName, history: ParcelHistory): Finding[] {
  const { scans, consignment } = history;
  const unread = scans.filter(({ scan }) => scan.readAs === UNMAPPED).map(unmapped);
  const earlier = ofEarlierParcel(consignment!.state.leftOutScans.length);
  const wasNeverSent = event === 'onDispatch' && !consignment!.state.isDispatched; // a rule can say that a scan is not in the network
  const causing = wasNeverSent ? undefined : scans.find((row) => causes(row, event));
  if (causing !== undefined) return [eventGone(causing, event)];
  if (scans.length === 0) return [...earlier, noScan('No scan of this parcel has come.', event)];
  if (event === 'onScheduled') return [...unread, noDate(), ...earlier];
  return [...unread, byNewestScan(scans[0]!, event), ...earlier];
}

const causes = (row: ScanRow, event: EventName): boolean =>
  event === 'onDispatch' ? isInNetwork(row.scan.readAs) : ownEventOf(row.scan.readAs) === event;

const eventGone = (row: ScanRow, event: EventName): Finding =>
  finding(
    {
      code: 'event_not_kept',
      severity: 'info',
      meaning: `The ${scanWords(row)} ${readingWords(row)}, which causes ${event}. The event itself is no longer kept. ${EVENT_KEPT}`,
      toDo: NOTHING_TO_DO,
    },
    aboutScan(row),
  );

function byNewestScan(newest: ScanRow, event: EventName): Finding {
  const own = ownEventOf(newest.scan.readAs);
  if (own !== undefined) return noScan(`The newest ${scanWords(newest)} ${readingWords(newest)}, which causes ${own}.`, event);
  return finding(
    {
      code: 'status_without_event',
      severity: 'info',
      meaning: `The newest ${scanWords(newest)} ${readingWords(newest)}. This status causes no event of its own. ${neededFor(event)}`,
      toDo: 'Wait for the next scan. If this scan means something else, the operator can overrule its code, or its sender can name a `status_hint`.',
    },
    aboutScan(newest),
  );
}

const noScan = (meaning: string, event: EventName): Finding =>
  finding({
    code: 'no_scan',
    severity: 'info', // the severity of `nothing_notable`: nothing is lost
    meaning: `${meaning} ${neededFor(event)}`,
    toDo: 'Wait for the scan, or ask the publisher of the scans of this carrier. Scans and record must spell `courier` the same way.',
  });

const noDate = (): Finding =>
  finding({
    code: 'no_date',
    severity: 'info',
    meaning:
      'No scan names a new delivery date (`eta`). A date that is withdrawn, already known or older than the last date causes no event.',
    toDo: 'A scan with a new `eta` causes the event.',
  });

function neededFor(event: EventName): string {
  if (event === 'onDispatch') return 'onDispatch needs a scan that shows the parcel in the network of the carrier.';
  if (event === 'onScheduled') return 'onScheduled needs a scan with a delivery date (`eta`).';
  const statuses = DELIVERY_STATUSES.filter((status) => STATUS_RULES[status].event === event);
  return `${event} needs a scan that is read as ${statuses.join(', ')}.`;
}
