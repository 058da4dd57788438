// Turns a batch of messages into events and rows: each message is decided on the result of the messages before it.
import { type Fault, isReusedNumber } from '#libs/contracts';
import { rememberedOf } from '../carriers/interpret-scan.js';
import { mayOpen } from '../records/apply-record.js';
import type { Arrival, RecordArrival, ScanArrival } from '../consignment/arrival.js';
import type { Consignment } from '../consignment/consignment.js';
import type { BatchOutcome } from '../batch/batch-outcome.js';
import { decideEvents } from './decide-events.js';
import type { Decided, DecidedEvent } from '../events/decision.js';
import { isOfErased, isOfEarlierConsignment } from '../scans/earlier-consignment.js';
import { type LoadedParcels, ParcelUnitOfWork } from '../batch/parcel-unit-of-work.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { recipientZone } from '../consignment/recipient-zone.js';
import type { Remark } from '../batch/remark.js';
import { isVisibleTo } from '../scans/scan-visibility.js';
import { unmappedCodeOf } from '../scans/unmapped-code.js';

export function foldBatch(loaded: LoadedParcels, arrivals: readonly Arrival[], rulebook: Rulebook): BatchOutcome {
  const fold: Fold = { unitOfWork: new ParcelUnitOfWork(loaded), rulebook, events: [], refused: new Map(), remarks: [] };
  for (const arrival of arrivals) {
    fold.remarks.push(...remarksOf(arrival));
    if (arrival.kind === 'scan') foldScan(fold, arrival);
    else foldRecord(fold, arrival);
  }
  return { events: fold.events, changes: fold.unitOfWork.changes(), refused: fold.refused, remarks: fold.remarks };
}

interface Fold {
  readonly unitOfWork: ParcelUnitOfWork;
  readonly rulebook: Rulebook;
  readonly events: OutgoingEvent[];
  readonly refused: Map<Arrival, Fault>;
  readonly remarks: Remark[];
}

function remarksOf(arrival: Arrival): Remark[] {
  const { repairs } = arrival.kind === 'scan' ? arrival.scan : arrival.record;
  const repaired = repairs.map((field): Remark => ({ kind: 'repaired', field }));
  if (arrival.kind === 'record' && repairs.includes('send_date')) {
    const { account, transferId } = arrival.record;
    repaired.push({ kind: 'send_date_left_out', account, transferId });
  }
  return arrival.isKeyed ? repaired : [...repaired, { kind: 'keyless' }];
}

/**
 * Applies a scan. A carrier's scan is for every consignment of its parcel, or waits for the first (domain D.3); an account's own scan is
 * only for that account. A consignment that ended long ago gets no scans of the next parcel with its number, which belongs to another
 * customer: those scans wait for their record.
 */
function foldScan(fold: Fold, arrival: ScanArrival): void {
  const { unitOfWork, rulebook } = fold;
  const { parcel, scan, createdAtMs, offset } = arrival;
  const known = unitOfWork
    .consignmentsOf(parcel)
    .filter(({ account, finalEventMs }) => isVisibleTo(scan, account) && !isReusedNumber(finalEventMs, scan.occurredAtMs));
  const erasedAtMs = known.length === 0 ? unitOfWork.erasedAtMs(parcel, scan.account) : undefined;
  if (erasedAtMs !== undefined && isOfErased(scan, erasedAtMs)) {
    fold.remarks.push({ kind: 'erased' }); // a parked scan would be kept for thirty days
    return;
  }
  const reading = rulebook.interpret(scan);
  const decisions = known.map((before) => {
    const decision = decideEvents(before, { kind: 'scan', scan, reading }, rulebook.rules);
    if (decision.kind === 'decided') take(fold, arrival, { before, decision });
    return decision.kind === 'decided' && decision.consignment !== before;
  });
  if (known.length === 0) unitOfWork.park(parcel, { scan, createdAtMs, offset });
  else if (decisions.includes(true)) unitOfWork.keep(parcel, { scan, createdAtMs, offset, ...rememberedOf(reading, rulebook.ruleSet) });
  else return;
  if (reading.isUnmapped) fold.remarks.push({ kind: 'unmapped', code: unmappedCodeOf(scan), isOwn: scan.account !== undefined });
}

function foldRecord(fold: Fold, arrival: RecordArrival): void {
  const { unitOfWork, rulebook, refused } = fold;
  const { parcel, record } = arrival;
  const before = unitOfWork.consignmentsOf(parcel).find(({ account }) => account === record.account);
  const past = before === undefined ? unitOfWork.pastOf(parcel, record.account) : undefined;
  if (past !== undefined && !isReusedNumber(past.endedAtMs, record.occurredAtMs)) {
    fold.remarks.push({ kind: 'late_record' }); // as a new parcel, the removed parcel would be sent again from its beginning
    return;
  }
  const erased = before === undefined ? unitOfWork.erasedOf(parcel, record.account) : undefined;
  if (erased !== undefined && !isReusedNumber(erased.erasedAtMs, record.occurredAtMs)) {
    fold.remarks.push({ kind: 'erased' });
    return;
  }
  const pastGeneration = Math.max(past?.generation ?? 0, erased?.generation ?? 0);
  const stored = mayOpen(before, record) ? unitOfWork.scansOf(parcel).filter(({ scan }) => isVisibleTo(scan, record.account)) : [];
  const earlierScans = stored.map((each) => ({ reading: rulebook.interpret(each.scan), ...each }));
  const read = { record, createdAtMs: arrival.createdAtMs, earlierScans, pastGeneration };
  const decision = decideEvents(before, { kind: 'record', ...read }, rulebook.rules);
  if (decision.kind === 'refused') {
    refused.set(arrival, { reason: decision.reason, detail: decision.detail });
    return;
  }
  if (decision.consignment.consignmentId !== before?.consignmentId) {
    if (before !== undefined) unitOfWork.retire(before);
    unitOfWork.claim(parcel, {
      isClaimed: (scan) => isVisibleTo(scan, record.account) && !isOfEarlierConsignment(scan, record.occurredAtMs),
      remembered: (scan) => rememberedOf(rulebook.interpret(scan), rulebook.ruleSet),
    });
  }
  const { destination_country_iso3: country } = record.references;
  if (recipientZone(record.recipientTimeZone, country).isGuess) fold.remarks.push({ kind: 'zone_guessed', country });
  take(fold, arrival, { before, decision });
}

function take(fold: Fold, arrival: Arrival, { before, decision }: { before: Consignment | undefined; decision: Decided }): void {
  const { consignment, events, earlierConsignmentScans } = decision;
  for (let count = 0; count < earlierConsignmentScans; count++) fold.remarks.push({ kind: 'earlier_consignment' });
  for (const decidedEvent of events) fold.events.push(toOutgoing(fold, arrival, { consignment, decidedEvent }));
  if (consignment !== before) fold.unitOfWork.put(arrival.parcel, consignment);
}

function toOutgoing(
  fold: Fold,
  arrival: Arrival,
  { consignment, decidedEvent }: { consignment: Consignment; decidedEvent: DecidedEvent },
): OutgoingEvent {
  const { payload, isLanguageFallback } = fold.rulebook.render(decidedEvent);
  if (isLanguageFallback) fold.remarks.push({ kind: 'language_fallback', language: payload.references.language });
  const { account, consignmentId } = consignment;
  return {
    event: { account, consignmentId, createdAtMs: rowsCreatedAtMs(arrival, consignment, decidedEvent), payload },
    body: Buffer.from(JSON.stringify(payload)),
    causedBy: arrival.kind === 'scan' ? arrival.scan.scanId : arrival.record.transferId,
    traceparent: arrival.traceparent,
  };
}

/**
 * Returns when everything that the event needs had arrived: the opening record and the event's cause. The result does not depend on which
 * of the two is read first, even when topics are read again. So the event's rows and their deliveries are found again, because this time is
 * part of their key (design, Tables).
 */
function rowsCreatedAtMs({ createdAtMs }: Arrival, { openedAtMs }: Consignment, event: DecidedEvent): number {
  const { causeCreatedAtMs = createdAtMs, overdueSinceMs } = event;
  return Math.max(openedAtMs, overdueSinceMs === undefined ? causeCreatedAtMs : near(createdAtMs, overdueSinceMs));
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps a moment within 7 days before the arrival and 1 day after it; outside there may be no partition for the rows. A send_date may be
 * due weeks before its scan arrives, and a producer's clock may be ahead.
 */
const near = (arrivedAtMs: number, atMs: number): number => Math.min(Math.max(atMs, arrivedAtMs - 7 * DAY_MS), arrivedAtMs + DAY_MS);
