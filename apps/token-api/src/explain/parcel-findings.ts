// Checks the first links of the chain: does a record exist, did scans come, could they be read?
import { idDigest, isReusedNumber, toIso, UNMAPPED, writtenScanId } from '#libs/contracts';
import { arrivalsOf, type ScanRow } from '../consignments/scan-history.js';
import { type Finding, finding } from './finding.js';
import type { DeadLetter, ParcelHistory } from './parcel-history.js';
import { carrierWords, counted, quoted, scanWords } from './words.js';

/** Returns why the account has no parcel with this number, the first reason first; empty = it has the parcel. */
export function recordFindings(history: ParcelHistory): Finding[] {
  if (history.consignment !== undefined) return [];
  const end = endOf(history);
  const deadLetters = history.deadLetters.filter(
    ({ kind, deadLetteredAt }) => kind === 'record' && deadLetteredAt.getTime() > (end?.at.getTime() ?? 0),
  );
  const reasons = [...deadLetters.map(deadLetterRecord), ...leftOut(end, history.nowMs)];
  return [...reasons, ...(reasons.length === 0 ? [noRecord(history)] : []), ...waitingScans(history), ...deadLetterScans(history)];
}

function noRecord({ parcel }: ParcelHistory): Finding {
  return finding({
    code: 'no_record',
    severity: 'problem',
    meaning: `Your account has no record of this parcel of ${quoted(parcel.courier)}. Without a record, scans wait and no event comes.`,
    toDo: 'Check that `courier` is spelled as in your record, then send the record: PUT /consignments with a valid `links.tracking_link`.',
  });
}

interface End {
  readonly at: Date;
  readonly isErased: boolean;
}

/** Returns the end of the last parcel with this number, whose data are gone. */
function endOf({ erasedAt, removedAt }: ParcelHistory): End | undefined {
  if (erasedAt !== undefined) return { at: erasedAt, isErased: true };
  return removedAt && { at: removedAt, isErased: false };
}

function leftOut(end: End | undefined, nowMs: number): Finding[] {
  if (end === undefined || isReusedNumber(end.at.getTime(), nowMs)) return [];
  const what = end.isErased
    ? `The data of this parcel were erased on request at ${toIso(end.at.getTime())}.`
    : `Your parcel of this number ended at ${toIso(end.at.getTime())}, and its data are no longer kept.`;
  const meaning = `${what} Records and scans within 90 days of this time are left out.`;
  const toDo = 'A new parcel with the same number counts again after these 90 days.';
  return [finding({ code: 'record_left_out', severity: end.isErased ? 'problem' : 'info', meaning, toDo }, { at: end.at })];
}

const deadLetterRecord = ({ messageId, reason, detail, deadLetteredAt }: DeadLetter): Finding =>
  finding(
    {
      code: 'record_dead_letter',
      severity: 'problem',
      meaning: `Your record ${messageId === null ? '' : `${quoted(messageId)} `}was refused and became a dead letter: ${reason}, ${detail}.`,
      toDo:
        reason === 'E_LINK'
          ? 'Send the record again with a valid `links.tracking_link`.'
          : 'Correct the record and send it again with a new `transfer_id`.',
    },
    { at: deadLetteredAt },
  );

/** The account's own scans that wait for a record: of its first parcel, or of the next parcel with a used number. */
export function waitingScans({ ownWaiting, consignment }: ParcelHistory): Finding[] {
  if (ownWaiting === 0) return [];
  const waits = `${counted(ownWaiting, 'scan')} of yours ${ownWaiting === 1 ? 'waits' : 'wait'}`;
  if (consignment === undefined) {
    const toDo = 'Send the record: the scans then become events.';
    return [finding({ code: 'scans_waiting', severity: 'waiting', meaning: `${waits} up to 30 days for the record.`, toDo })];
  }
  const meaning = `${waits} up to 30 days for another record. They belong to another parcel with this number: the present parcel has ended or is too new.`;
  return [finding({ code: 'scans_waiting', severity: 'problem', meaning, toDo: 'Send the record of the new parcel.' })];
}

/** Records that became dead letters after the parcel was opened and have not been accepted since. */
export function deadLetterRecords({ deadLetters, consignment }: ParcelHistory): Finding[] {
  const openedAtMs = consignment?.createdAt.getTime() ?? 0;
  const taken = new Set(consignment?.state.appliedTransfers ?? []);
  return deadLetters
    .filter(({ kind, deadLetteredAt }) => kind === 'record' && deadLetteredAt.getTime() > openedAtMs)
    .filter(({ messageId }) => messageId === null || !taken.has(idDigest(messageId)))
    .map(deadLetterRecord);
}

/** Scans that became dead letters and have not been accepted since. */
export function deadLetterScans({ deadLetters, scans }: ParcelHistory): Finding[] {
  const come = new Set(scans.map(({ scan }) => writtenScanId(scan)));
  return deadLetters
    .filter(({ kind, messageId }) => kind === 'scan' && !(messageId !== null && come.has(messageId)))
    .map(({ messageId, reason, detail, deadLetteredAt }) =>
      finding(
        {
          code: 'scan_dead_letter',
          severity: 'problem',
          meaning: `A scan ${messageId === null ? '' : `(${quoted(messageId)}) `}was refused and became a dead letter: ${reason}, ${detail}.`,
          toDo: 'The sender of the scan must correct it and send it again. The operator lists dead letters with `dlq:list` and replays them with `dlq:replay`.',
        },
        { at: deadLetteredAt, scanId: messageId },
      ),
    );
}

/** Returns the notable facts about the scans. */
export function scanFindings({ consignment, scans, earlier }: ParcelHistory): Finding[] {
  if (consignment === undefined) return [];
  const arrivals = arrivalsOf(scans, consignment.state.openedAtMs);
  return [
    ...scans.filter(({ scan }) => scan.readAs === UNMAPPED).map(unmapped),
    ...scans.filter((row) => arrivals.get(row)?.isLate).map(late),
    ...ofEarlierParcel(consignment.state.leftOutScans.length),
    ...earlierParcels(earlier),
  ];
}

/** The account's earlier parcels with the same number. */
export const earlierParcels = (earlier: ParcelHistory['earlier']): Finding[] =>
  earlier.map(({ consignmentId, generation }) => earlierParcel(consignmentId, generation));

export const unmapped = (row: ScanRow): Finding =>
  finding(
    {
      code: 'unmapped',
      severity: 'problem',
      meaning: `The ${scanWords(row)} could not be read: no rule knows its ${carrierWords(row)}. It counts as InternalStatus, which causes no event.`,
      toDo: 'Send scans with a `status_hint`, or ask the operator to add a rule (`mapping:explain` shows what is missing). Both apply to later scans.',
    },
    aboutScan(row),
  );

const late = (row: ScanRow): Finding =>
  finding(
    {
      code: 'late_scan',
      severity: 'info',
      meaning: `The ${scanWords(row)} came after a newer scan. Its events carry the time of the scan; the status of the parcel does not change.`,
      toDo: 'Order events by `timestamp`.',
    },
    aboutScan(row),
  );

export function ofEarlierParcel(count: number): Finding[] {
  if (count === 0) return [];
  const meaning = `${counted(count, 'scan')} of this number happened more than 14 days before the record. ${count === 1 ? 'It belongs' : 'They belong'} to an earlier parcel and caused no event of yours.`;
  const toDo = 'If the scans belong to this parcel, the `occurred_at` of your record was too late: ask the operator.';
  return [finding({ code: 'earlier_parcel', severity: 'info', meaning, toDo })];
}

const earlierParcel = (consignmentId: string, generation: number): Finding =>
  finding({
    code: 'earlier_parcel',
    severity: 'info',
    meaning: `The number was used before: parcel ${generation} with this number is consignment ${consignmentId}.`,
    toDo: `Read the events of that parcel: GET /events?consignmentId=${consignmentId}.`,
  });

export const aboutScan = ({ scan }: ScanRow): Pick<Finding, 'at' | 'scanId'> => ({
  at: new Date(scan.occurredAtMs),
  scanId: writtenScanId(scan),
});
