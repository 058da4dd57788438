// The first links of the chain: is there a record, did scans come, could they be read?
import { UNMAPPED, writtenScanId } from '#libs/contracts';
import { arrivalsOf } from '../consignments/scan-history.js';
import type { ScanRow } from '../consignments/consignment-view.js';
import { type Finding, finding, NOTHING_TO_DO } from './finding.js';
import type { ParkedMessage, Story } from './story.js';
import { carrierWords, counted, quoted, scanWords, timeOf } from './words.js';

/** Why the account has no parcel of the number, the first reason first; empty = it has one. */
export function recordFindings(story: Story): Finding[] {
  if (story.consignment !== undefined) return [];
  const parked = story.parked.filter(({ kind }) => kind === 'record').map(parkedRecord);
  return [...leftOut(story), ...parked, ...(parked.length === 0 ? [noRecord(story)] : []), ...waitingScans(story), ...parkedScans(story)];
}

function noRecord({ parcel }: Story): Finding {
  return finding({
    code: 'no_record',
    severity: 'problem',
    meaning: `Your account has no record of this parcel of ${quoted(parcel.courier)}. Without a record scans wait, and no event comes.`,
    toDo: 'Check that `courier` is spelled as in your record, then send the record: PUT /consignments with a valid `links.tracking_link`.',
  });
}

function leftOut({ erasedAt, removedAt }: Story): Finding[] {
  if (erasedAt !== undefined) {
    const meaning = `The data of this parcel were erased on request at ${timeOf(erasedAt.getTime())}. Later records and scans of it are left out.`;
    return [finding({ code: 'record_left_out', severity: 'problem', meaning, toDo: NOTHING_TO_DO }, { at: erasedAt })];
  }
  if (removedAt === undefined) return [];
  const meaning = `Your parcel of this number ended at ${timeOf(removedAt.getTime())}, and its data are no longer kept. A record within 90 days of that end is left out.`;
  const toDo = 'For a new parcel under the same number send the record with the `occurred_at` of the new parcel.';
  return [finding({ code: 'record_left_out', severity: 'info', meaning, toDo }, { at: removedAt })];
}

const parkedRecord = ({ messageId, reason, detail, parkedAt }: ParkedMessage): Finding =>
  finding(
    {
      code: 'record_parked',
      severity: 'problem',
      meaning: `Your record ${messageId === null ? '' : `${quoted(messageId)} `}was refused and became a dead letter: ${reason}, ${detail}.`,
      toDo:
        reason === 'E_LINK'
          ? 'Send the record again with a valid `links.tracking_link`.'
          : 'Correct the record and send it again with a new `transfer_id`.',
    },
    { at: parkedAt },
  );

function waitingScans({ ownWaiting }: Story): Finding[] {
  if (ownWaiting === 0) return [];
  const meaning = `${counted(ownWaiting, 'scan')} of yours ${ownWaiting === 1 ? 'waits' : 'wait'} for the record, for 30 days.`;
  return [finding({ code: 'scans_waiting', severity: 'waiting', meaning, toDo: 'Send the record: the scans become events then.' })];
}

/** Scans that became dead letters and have not come since, and records that did so after the parcel was opened. */
export function parkedFindings(story: Story): Finding[] {
  const openedAtMs = story.consignment?.createdAt.getTime() ?? 0;
  const records = story.parked.filter(({ kind, parkedAt }) => kind === 'record' && parkedAt.getTime() > openedAtMs);
  return [...parkedScans(story), ...records.map(parkedRecord)];
}

function parkedScans({ parked, scans }: Story): Finding[] {
  const come = new Set(scans.map(({ scan }) => writtenScanId(scan)));
  return parked
    .filter(({ kind, messageId }) => kind === 'scan' && !(messageId !== null && come.has(messageId)))
    .map(({ messageId, reason, detail, parkedAt }) =>
      finding(
        {
          code: 'scan_parked',
          severity: 'problem',
          meaning: `A scan ${messageId === null ? '' : `(${quoted(messageId)}) `}was refused and became a dead letter: ${reason}, ${detail}.`,
          toDo: 'The sender of the scan corrects it and sends it again. The operator lists dead letters with `dlq:list` and sends them again with `dlq:replay`.',
        },
        { at: parkedAt, scanId: messageId },
      ),
    );
}

/** What is notable about the scans that have come. */
export function scanFindings({ consignment, scans, earlier }: Story): Finding[] {
  if (consignment === undefined) return [];
  const arrivals = arrivalsOf(scans, consignment.state.openedAtMs);
  return [
    ...scans.filter(({ scan }) => scan.readAs === UNMAPPED).map(unmapped),
    ...scans.filter((row) => arrivals.get(row)?.isLate).map(late),
    ...ofEarlierParcel(consignment.state.leftOutScans?.length ?? 0),
    ...earlier.map(({ consignmentId, generation }) => earlierParcel(consignmentId, generation)),
  ];
}

export const unmapped = (row: ScanRow): Finding =>
  finding(
    {
      code: 'unmapped',
      severity: 'problem',
      meaning: `The ${scanWords(row)} could not be read: no rule knows its ${carrierWords(row)}. It counts as InternalStatus, which causes no event.`,
      toDo: 'Send scans with a `status_hint`, or the operator adds a rule (`mapping:explain` shows what is missing). Both count for later scans.',
    },
    aboutScan(row),
  );

const late = (row: ScanRow): Finding =>
  finding(
    {
      code: 'late_scan',
      severity: 'info',
      meaning: `The ${scanWords(row)} came after a newer scan. Its events are sent with the time at which it happened; the status of the parcel stays.`,
      toDo: 'Order events by `timestamp`.',
    },
    aboutScan(row),
  );

export function ofEarlierParcel(count: number): Finding[] {
  if (count === 0) return [];
  const meaning = `${counted(count, 'scan')} of this number happened more than 14 days before the record: of an earlier parcel, so no event of yours came of ${count === 1 ? 'it' : 'them'}.`;
  const toDo = 'If they are of this parcel, the `occurred_at` of your record was too late: ask the operator.';
  return [finding({ code: 'earlier_parcel', severity: 'info', meaning, toDo })];
}

const earlierParcel = (consignmentId: string, generation: number): Finding =>
  finding({
    code: 'earlier_parcel',
    severity: 'info',
    meaning: `The number was used before: parcel ${generation} of it is consignment ${consignmentId}.`,
    toDo: `Read the events of that parcel: GET /events?consignmentId=${consignmentId}.`,
  });

export const aboutScan = ({ scan }: ScanRow): Pick<Finding, 'at' | 'scanId'> => ({
  at: new Date(scan.occurredAtMs),
  scanId: writtenScanId(scan),
});
