// Turns due consignments into events and rows.
import { decideEvents } from './decide-events.js';
import type { BatchOutcome } from '../batch/batch-outcome.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { Rulebook } from '../rulebook/rulebook.js';
import { parcelOf } from '../consignment/parcel.js';
import { type LoadedParcels, ParcelUnitOfWork } from '../batch/parcel-unit-of-work.js';
import type { Remark } from '../batch/remark.js';

export interface Tick {
  /** Dates that were due by then fire, epoch ms. */
  readonly dueUntilMs: number;
  /** Returns the insertion time of the rows by the moment of becoming due: the same, however often the tick is repeated. */
  readonly createdAtMs: (becameDueAtMs: number) => number;
}

export function foldOverdue(loaded: LoadedParcels, tick: Tick, rulebook: Rulebook): BatchOutcome {
  const unitOfWork = new ParcelUnitOfWork(loaded);
  const events: OutgoingEvent[] = [];
  const remarks: Remark[] = [];
  for (const before of loaded.consignments) {
    const decision = decideEvents(before, { kind: 'overdue', atMs: tick.dueUntilMs }, rulebook.rules);
    if (decision.kind === 'refused' || before.internalDelay === undefined || decision.consignment === before) continue;
    unitOfWork.put(parcelOf(before), decision.consignment);
    const { sendDate, dueAtMs } = before.internalDelay;
    for (const decided of decision.events) {
      const { payload, isLanguageFallback } = rulebook.render(decided);
      if (isLanguageFallback) remarks.push({ kind: 'language_fallback', language: payload.references.language });
      const { account, consignmentId, openedAtMs } = before;
      const createdAtMs = tick.createdAtMs(Math.max(openedAtMs, decided.overdueSinceMs ?? dueAtMs));
      const event = { account, consignmentId, createdAtMs, payload };
      events.push({ event, body: Buffer.from(JSON.stringify(payload)), causedBy: sendDate, traceparent: undefined });
    }
  }
  return { events, changes: unitOfWork.changes(), refused: new Map(), remarks };
}
