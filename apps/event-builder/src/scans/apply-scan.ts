import {
  type DeliveryStatus,
  isFailedAttempt,
  isFinalEvent,
  isLabelConfirmation,
  isQualifiedAttempt,
  ONCE,
  type Scan,
  STATUS_RULES,
} from '#libs/contracts';
import { applyOverdue } from '../overdue/apply-overdue.js';
import { type Consignment, type Milestones, newer, type ScanFacts } from '../consignment/consignment.js';
import { type Happening, toDecidedEvent } from '../events/decided-event.js';
import { type Decided, decided, type DecisionRules, type ReadScan } from '../events/decision.js';
import { changeExpectedDelivery } from '../events/expected-delivery.js';
import { numberAttempt, withAttempt } from '../consignment/failed-attempt.js';
import { disarm, settlePromiseAt } from '../overdue/internal-delay.js';
import { isOfEarlierConsignment } from './earlier-consignment.js';
import { isApplied, MAX_SCANS, rememberNew } from './scan-history.js';
import { toScanFacts } from '../events/scan-facts.js';

/**
 * Applies one scan to one consignment: up to three events, in the order onDispatch, onScheduled, own event (domain D.6). If the scan shows
 * that the carrier got the parcel after its send_date was due, onInternalDelay comes first, unless it was sent already.
 */
export function applyScan(before: Consignment, read: ReadScan, rules: DecisionRules): Decided {
  const { scan, reading } = read;
  const appliedScans = rememberNew(before.appliedScans, scan.scanId, MAX_SCANS);
  if (appliedScans === undefined || isApplied(before.leftOutScans, scan.scanId)) return decided(before, []);
  if (before.generation > 1 && isOfEarlierConsignment(scan, before.recordedAtMs)) return decided(before, [], 1);
  const status = numberAttempt(reading.status, scan.occurredAtMs, before);
  if (STATUS_RULES[status].isDropped) return decided({ ...before, appliedScans }, []);
  const isInNetwork = reading.inbound ?? STATUS_RULES[status].class === 'network';
  const late = isInNetwork && status !== 'WarehouseDelay' ? applyOverdue(before, scan.occurredAtMs, rules) : decided(before, []);
  const step = toStep({ before: late.consignment, appliedScans, read, status, isInNetwork }, rules);
  const after = advance(step);
  const events = happenings(step).map((happening) => toDecidedEvent(after, happening, rules));
  return decided(after, [...late.events, ...events]);
}

/** Everything about one scan that decides its events and the next state. */
interface Step {
  readonly before: Consignment;
  /** The applied scans, including this scan. */
  readonly appliedScans: readonly string[];
  readonly read: ReadScan;
  readonly facts: ScanFacts;
  readonly status: DeliveryStatus;
  readonly isInNetwork: boolean;
  readonly date: ReturnType<typeof changeExpectedDelivery>;
}

function toStep(
  { before, appliedScans, read, status, isInNetwork }: Pick<Step, 'before' | 'appliedScans' | 'read' | 'status' | 'isInNetwork'>,
  rules: DecisionRules,
): Step {
  const { scan, reading } = read;
  const stated = scan.expectedDelivery === undefined ? reading.namedDay : scan.expectedDelivery;
  return {
    before,
    appliedScans,
    read,
    facts: toScanFacts(read, status, rules.nextActionDefaults(before.courier)),
    status,
    isInNetwork,
    date: changeExpectedDelivery(before.expectedDelivery, { stated, status, occurredAtMs: scan.occurredAtMs }),
  };
}

function happenings({ before, read, facts, status, isInNetwork, date }: Step): Happening[] {
  const { event } = STATUS_RULES[status];
  const { scanId: id, occurredAtMs: happenedAtMs } = read.scan;
  const cause = { kind: 'scan', id } as const;
  const list: Happening[] = [];
  if (isInNetwork && !before.isDispatched) list.push({ event: 'onDispatch', cause: ONCE, happenedAtMs, facts });
  if (date.isAnnounced) list.push({ event: 'onScheduled', cause, happenedAtMs, facts });
  if (event !== undefined) list.push({ event, cause, happenedAtMs, facts });
  return list;
}

/**
 * Copies field by field: copying an object that was parsed from JSON costs several times as much as the whole decision. The type makes sure
 * that no field is left out.
 */
function advance(step: Step): Whole<Consignment> {
  const { before, appliedScans, read, status, isInNetwork, date } = step;
  const { scan, reading } = read;
  const atMs = scan.occurredAtMs;
  return {
    consignmentId: before.consignmentId,
    account: before.account,
    courier: before.courier,
    trackingNumber: before.trackingNumber,
    generation: before.generation,
    recordedAtMs: before.recordedAtMs,
    openedAtMs: before.openedAtMs,
    record: before.record,
    zone: before.zone,
    courierLink: before.courierLink,
    appliedTransfers: before.appliedTransfers,
    appliedScans,
    leftOutScans: before.leftOutScans,
    scanLink: newer(before.scanLink, scan.trackingLink, atMs),
    rerouteLink: newer(before.rerouteLink, scan.rerouteLink, atMs),
    deliveryLocation: newer(before.deliveryLocation, reading.deliveryLocation, atMs),
    expectedDelivery: date.expectedDelivery,
    shown: shownAfter(step),
    cancelledAtMs: status === 'Cancelled' ? latest(before.cancelledAtMs, atMs) : before.cancelledAtMs,
    carrierCancelledAtMs: status === 'Cancelled' ? latest(before.carrierCancelledAtMs, atMs) : before.carrierCancelledAtMs,
    isDispatched: before.isDispatched || isInNetwork,
    milestones: milestonesAfter(before.milestones, scan, step),
    failedAttemptsMs: isFailedAttempt(status) ? withAttempt(before, atMs) : before.failedAttemptsMs,
    finalEventMs: isFinalEvent(STATUS_RULES[status].event) ? latest(before.finalEventMs, atMs) : before.finalEventMs,
    internalDelay: internalDelayAfter(step),
    warehouseDelayMs: status === 'WarehouseDelay' ? latest(before.warehouseDelayMs, atMs) : before.warehouseDelayMs,
  };
}

/** All fields of `T`, including optional fields. */
type Whole<T> = { readonly [K in keyof Required<T>]: T[K] };

/** A late scan causes its event but does not move the parcel back. */
function shownAfter({ before, facts, status }: Step): ScanFacts | undefined {
  if (STATUS_RULES[status].isHidden) return before.shown;
  return before.shown === undefined || facts.occurredAtMs >= before.shown.occurredAtMs ? facts : before.shown;
}

function milestonesAfter(known: Milestones, { occurredAtMs }: Scan, { status, isInNetwork }: Step): Milestones {
  return {
    labelMs: earliest(known.labelMs, isLabelConfirmation(status), occurredAtMs),
    inboundMs: earliest(known.inboundMs, isInNetwork, occurredAtMs),
    attemptMs: earliest(known.attemptMs, isQualifiedAttempt(status), occurredAtMs),
    deliveredMs: earliest(known.deliveredMs, status === 'Delivered', occurredAtMs),
  };
}

function internalDelayAfter({ before: { internalDelay }, read, status, isInNetwork }: Step): Consignment['internalDelay'] {
  const delay = status === 'WarehouseDelay' ? settlePromiseAt(internalDelay, read.scan.occurredAtMs) : internalDelay;
  return isInNetwork || status === 'Cancelled' ? disarm(delay) : delay;
}

function earliest(knownMs: number | undefined, applies: boolean, atMs: number): number | undefined {
  return applies ? Math.min(knownMs ?? Infinity, atMs) : knownMs;
}

const latest = (knownMs: number | undefined, atMs: number): number => Math.max(knownMs ?? -Infinity, atMs);
