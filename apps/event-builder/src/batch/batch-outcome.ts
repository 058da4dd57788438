import type { Fault } from '#libs/contracts';
import type { Arrival } from '../consignment/arrival.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ParcelChanges } from './parcel-unit-of-work.js';
import type { Remark } from './remark.js';

/** The result of deciding a batch of messages. */
export interface BatchOutcome {
  /** In the order of their causes. */
  readonly events: readonly OutgoingEvent[];
  readonly changes: ParcelChanges;
  /** Refused arrivals, with the reason. */
  readonly refused: ReadonlyMap<Arrival, Fault>;
  readonly remarks: readonly Remark[];
}
