import { type Cause, consignmentIdOf, type EventName, isReusedNumber, ONCE, type RetailerRecord } from '#libs/contracts';
import { applyScan } from '../scans/apply-scan.js';
import { type Consignment, newer, type RecordContent, trackingLinkOf } from '../consignment/consignment.js';
import { toDecidedEvent } from '../events/decided-event.js';
import { type Decided, decided, type Decision, type DecisionRules, type EarlierScan, type ReadRecord } from '../events/decision.js';
import { isOfEarlierConsignment } from '../scans/earlier-consignment.js';
import { watchSendDate } from '../overdue/internal-delay.js';
import { contentOf, isSameContent } from './record-content.js';
import { recipientZone } from '../consignment/recipient-zone.js';
import { inReplayOrder } from './replay-order.js';
import { factsWithoutScan } from '../events/scan-facts.js';
import { isApplied, MAX_SCANS, MAX_TRANSFERS, remember } from '../scans/scan-history.js';

/**
 * Applies one data transfer of a retailer: opens a consignment (onCreated, then the events of parked scans), changes it (onUpdated), or
 * finds nothing new.
 */
export function applyRecord(before: Consignment | undefined, read: ReadRecord, rules: DecisionRules): Decision {
  const { record } = read;
  if (before !== undefined && isApplied(before.appliedTransfers, record.transferId)) return decided(before, []);
  if (before === undefined || opensNewGeneration(before, record)) return open(before, read, rules);
  return update(before, read, rules);
}

/** Returns true when the record may start a new consignment, so that stored scans are needed to decide it. */
export const mayOpen = (before: Consignment | undefined, record: RetailerRecord): boolean =>
  before === undefined || opensNewGeneration(before, record);

const opensNewGeneration = (before: Consignment, record: RetailerRecord): boolean =>
  isReusedNumber(before.finalEventMs, record.occurredAtMs);

function open(previous: Consignment | undefined, read: ReadRecord, rules: DecisionRules): Decision {
  const { record, earlierScans, createdAtMs, pastGeneration } = read;
  const isEarlier = ({ scan }: EarlierScan): boolean => isOfEarlierConsignment(scan, record.occurredAtMs);
  const ofEarlierConsignment = earlierScans.filter(isEarlier);
  const ofThisConsignment = inReplayOrder(earlierScans.filter((read) => !isEarlier(read)));
  const unopened = blank(previous, record, { ofEarlierConsignment, ofThisConsignment, createdAtMs, pastGeneration });
  const created = take(unopened, { isFirst: true, ...read }, rules);
  if (trackingLinkOf(created) === undefined) return { kind: 'refused', reason: 'E_LINK', detail: NO_LINK };
  const onCreated = tell(created, { event: 'onCreated', cause: ONCE, happenedAtMs: record.occurredAtMs }, rules);
  const replayed = replay(created, ofThisConsignment, rules);
  return decided(replayed.consignment, [onCreated, ...replayed.events], ofEarlierConsignment.length);
}

const NO_LINK =
  'there is no tracking link: name links.tracking_link in the record or tracking_link in a scan, or add the courier to couriers.yaml with a tracking_link';

interface EarlierScans {
  readonly ofEarlierConsignment: readonly EarlierScan[];
  /** In the order of their replay. */
  readonly ofThisConsignment: readonly EarlierScan[];
  readonly createdAtMs: number;
  readonly pastGeneration: number | undefined;
}

function blank(
  previous: Consignment | undefined,
  record: RetailerRecord,
  { ofEarlierConsignment, ofThisConsignment, createdAtMs, pastGeneration }: EarlierScans,
): Consignment {
  const { account, courier, trackingNumber } = record;
  const generation = (previous?.generation ?? pastGeneration ?? 0) + 1;
  const scanLink = ofThisConsignment.reduce<Consignment['scanLink']>(
    (known, { scan }) => newer(known, scan.trackingLink, scan.occurredAtMs),
    undefined,
  );
  return {
    consignmentId: consignmentIdOf({ account, courier, trackingNumber, generation }),
    account,
    courier,
    trackingNumber,
    generation,
    recordedAtMs: record.occurredAtMs,
    openedAtMs: createdAtMs,
    record: contentOf(record, undefined),
    rerouteLink: newer(undefined, record.rerouteLink, record.occurredAtMs),
    zone: recipientZone(record.recipientTimeZone, record.references.destination_country_iso3).zone,
    scanLink,
    // A repeated transfer must not look new to the next parcel of this number.
    appliedTransfers: previous?.appliedTransfers ?? [],
    appliedScans: [],
    // A left-out scan stays left out: if it comes again after the record, it must not look new.
    leftOutScans: ofEarlierConsignment.reduce<readonly string[]>((known, { scan }) => remember(known, scan.scanId, MAX_SCANS), []),
    isDispatched: false,
    milestones: {},
    failedAttemptsMs: [],
  };
}

function update(before: Consignment, read: ReadRecord, rules: DecisionRules): Decided {
  const { record } = read;
  const after = take(before, { isFirst: false, ...read }, rules);
  if (isSameContent(before.record, after.record)) {
    return decided({ ...before, appliedTransfers: after.appliedTransfers }, []);
  }
  const cause: Cause = { kind: 'transfer', id: record.transferId };
  return decided(after, [tell(after, { event: 'onUpdated', cause, happenedAtMs: record.occurredAtMs }, rules)]);
}

interface TakenRecord extends ReadRecord {
  /** True when the record opens the consignment. */
  readonly isFirst: boolean;
}

/** Returns the consignment with the record applied; scans and their facts stay. */
function take(before: Consignment, { record, createdAtMs, isFirst }: TakenRecord, rules: DecisionRules): Consignment {
  const content = contentOf(record, before.record);
  const { zone } = recipientZone(content.recipientTimeZone, content.references.destination_country_iso3);
  const changes: Partial<Consignment> = {
    record: content,
    zone,
    courierLink: rules.courierLink(before.courier, content.references) ?? before.courierLink,
    // Retailers repeat their first link in every transfer: a repeated link does not overwrite a later link of a scan.
    rerouteLink:
      content.rerouteLink === before.record.rerouteLink
        ? before.rerouteLink
        : newer(before.rerouteLink, content.rerouteLink, record.occurredAtMs),
    appliedTransfers: remember(before.appliedTransfers, record.transferId, MAX_TRANSFERS),
    ...cancellation(before, content, record.occurredAtMs),
    internalDelay: watchSendDate(before.internalDelay, {
      sendDate: content.sendDate,
      warehouseZone: zoneOfWarehouse(content, before.account, rules),
      graceMs: rules.graceMs(content.references.client),
      recordOccurredAtMs: record.occurredAtMs,
      recordCreatedAtMs: createdAtMs,
      isFirst,
      warehouseDelayMs: before.warehouseDelayMs,
      isWatched: !content.isReturn && !content.isCancelled && !before.isDispatched && before.carrierCancelledAtMs === undefined,
    }),
  };
  return { ...before, ...changes };
}

/** Applies a retailer's cancel, which outranks every scan so far. A later upsert undoes the retailer's cancel, but not the carrier's. */
function cancellation(
  before: Consignment,
  content: RecordContent,
  occurredAtMs: number,
): Pick<Consignment, 'cancelledAtMs' | 'carrierCancelledAtMs' | 'expectedDelivery'> {
  const { carrierCancelledAtMs } = before;
  if (content.isCancelled) {
    const cancelledAtMs = Math.max(occurredAtMs, before.shown?.occurredAtMs ?? -Infinity);
    // A hidden scan can have a newer date: a cancelled parcel promises no date.
    const withdrawnAtMs = Math.max(cancelledAtMs, before.expectedDelivery?.asOfMs ?? -Infinity);
    return { cancelledAtMs, carrierCancelledAtMs, expectedDelivery: { value: null, asOfMs: withdrawnAtMs } };
  }
  return { cancelledAtMs: carrierCancelledAtMs, carrierCancelledAtMs, expectedDelivery: before.expectedDelivery };
}

const zoneOfWarehouse = (content: RecordContent, account: number, rules: DecisionRules): string =>
  content.warehouseTimeZone ?? rules.warehouseZone(account, content.references.warehouse);

interface Telling {
  readonly event: EventName;
  readonly cause: Cause;
  readonly happenedAtMs: number;
}

/** Builds an event that no scan causes, with the facts that were shown last. */
function tell(consignment: Consignment, telling: Telling, rules: DecisionRules): Decided['events'][number] {
  return toDecidedEvent(consignment, { facts: factsWithoutScan(consignment, 'Pending'), ...telling }, rules);
}

function replay(created: Consignment, scans: readonly EarlierScan[], rules: DecisionRules): Decided {
  return scans.reduce<Decided>(
    (soFar, read) => {
      const next = applyScan(soFar.consignment, read, rules);
      const events = next.events.map((event) => ({ ...event, causeCreatedAtMs: read.createdAtMs }));
      return decided(next.consignment, [...soFar.events, ...events]);
    },
    decided(created, []),
  );
}
