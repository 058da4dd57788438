import { type FilteredEvent, filteredValue, type ReceiverFilter, refusedBy, type RefusingList } from '#libs/contracts';
import { type JudgedEventView, type LeftOutEventView, MOST_NAMED, type ReceiverPreviewView } from './receiver-filters.dto.js';

export interface JudgedEvent extends FilteredEvent {
  readonly eventid: string;
  readonly consignmentId: string;
  readonly createdAt: Date;
}

/** @param events newest first */
export function previewOf(receiver: ReceiverFilter, events: readonly JudgedEvent[]): ReceiverPreviewView {
  const judged = events.map((event) => ({ event, refused: refusedBy(receiver, event) }));
  const taken = judged.filter(({ refused }) => refused === undefined);
  const leftOut = judged.flatMap(({ event, refused }) => (refused === undefined ? [] : [toLeftOut(event, refused)]));
  const parcels = new Set(taken.map(({ event }) => event.consignmentId));
  const refusedByContent = judged.filter(({ refused }) => refused !== undefined && refused !== 'events');
  const inPart = new Set(refusedByContent.map(({ event }) => event.consignmentId).filter((id) => parcels.has(id)));
  return {
    judged: events.length,
    taken: taken.length,
    parcelsInPart: inPart.size,
    takenEvents: taken.slice(0, MOST_NAMED).map(({ event }) => toView(event)),
    leftOutEvents: leftOut.slice(0, MOST_NAMED),
  };
}

const toView = ({ eventid, event, createdAt, consignmentId, references }: JudgedEvent): JudgedEventView => ({
  eventid,
  event,
  createdAt,
  consignmentId,
  courier: references.courier,
  trackingNumber: references.tracking_number,
  orderNo: references.orderNo,
});

const toLeftOut = (event: JudgedEvent, list: RefusingList): LeftOutEventView => ({
  ...toView(event),
  refusedBy: list,
  value: list === 'events' ? event.event : (filteredValue(list, event) ?? ''),
});
