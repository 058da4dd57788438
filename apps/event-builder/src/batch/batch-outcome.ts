import type { Fault } from '#libs/contracts';
import type { Arrival } from '../consignment/arrival.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ParcelChanges } from './parcel-unit-of-work.js';
import type { Remark } from './remark.js';

/** What a batch of messages leads to. */
export interface BatchOutcome {
  /** In the order of their causes. */
  readonly events: readonly OutgoingEvent[];
  readonly changes: ParcelChanges;
  /** Arrivals that cannot be taken, with the reason. */
  readonly refused: ReadonlyMap<Arrival, Fault>;
  readonly remarks: readonly Remark[];
}
