import { applyOverdue } from '../overdue/apply-overdue.js';
import { applyRecord } from '../records/apply-record.js';
import { applyScan } from '../scans/apply-scan.js';
import type { Consignment } from '../consignment/consignment.js';
import { type Decision, type DecisionInput, type DecisionRules } from '../events/decision.js';

/**
 * The whole domain in one function: a consignment, an input and the rules give the next consignment and its events (domain D.3–D.8). Only a
 * record can open a consignment, so scans and due dates always come with a consignment.
 */
export function decideEvents(before: Consignment, input: Exclude<DecisionInput, { kind: 'record' }>, rules: DecisionRules): Decision;
export function decideEvents(before: Consignment | undefined, input: DecisionInput & { kind: 'record' }, rules: DecisionRules): Decision;
export function decideEvents(before: Consignment | undefined, input: DecisionInput, rules: DecisionRules): Decision {
  if (input.kind === 'record') return applyRecord(before, input, rules);
  if (before === undefined) throw new RangeError(`a ${input.kind} needs a consignment`);
  return input.kind === 'scan' ? applyScan(before, input, rules) : applyOverdue(before, input.atMs, rules);
}
