import { factsWithoutScan } from './apply-record.js';
import type { Consignment } from './consignment.js';
import { toDecidedEvent } from './decided-event.js';
import { type Decided, decided, type DecisionRules } from './decision.js';

/** onInternalDelay once, unless something disarmed the watch since the ticker saw it due (domain D.8). */
export function applyOverdue(before: Consignment, nowMs: number, rules: DecisionRules): Decided {
  const delay = before.internalDelay;
  if (delay?.state !== 'armed' || delay.dueAtMs > nowMs) return decided(before, []);
  const after: Consignment = { ...before, internalDelay: { ...delay, state: 'fired' } };
  const event = toDecidedEvent(
    after,
    {
      event: 'onInternalDelay',
      cause: { kind: 'send_date', id: delay.sendDate },
      happenedAtMs: delay.happenedAtMs,
      facts: factsWithoutScan(after, 'WarehouseDelay'),
    },
    rules,
  );
  return decided(after, [event]);
}
