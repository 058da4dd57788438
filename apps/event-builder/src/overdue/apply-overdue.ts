import type { Consignment } from '../consignment/consignment.js';
import { toDecidedEvent } from '../events/decided-event.js';
import { type Decided, decided, type DecisionRules } from '../events/decision.js';
import { fire } from './internal-delay.js';
import { factsWithoutScan } from '../events/scan-facts.js';

/**
 * Causes onInternalDelay once, unless the watch was disarmed before (domain D.8). Either the overdue job decides it, or the scan that shows
 * that the carrier got the parcel too late, whichever comes first. Both decide the same event, so it does not depend on when the overdue
 * job looks.
 * @param atMs a time at which the parcel had not been handed over yet, epoch ms
 */
export function applyOverdue(before: Consignment, atMs: number, rules: DecisionRules): Decided {
  const delay = before.internalDelay;
  if (delay?.state !== 'armed' || delay.dueAtMs > atMs) return decided(before, []);
  const { sendDate, dueAtMs, armedAtMs, happenedAtMs } = delay;
  const after: Consignment = { ...before, internalDelay: fire(delay) };
  const facts = factsWithoutScan(after, 'WarehouseDelay');
  const event = toDecidedEvent(after, { event: 'onInternalDelay', cause: { kind: 'send_date', id: sendDate }, happenedAtMs, facts }, rules);
  // without this, the rows of a date long past would get a time that depends on the caller
  return decided(after, [{ ...event, overdueSinceMs: Math.max(dueAtMs, armedAtMs) }]);
}
