// Whether an event reached a receiver, and if not, why.
import { FILTER_LISTS, filteredValue, type FilterList, refusedBy, type RefusingList, toIso } from '#libs/contracts';
import { deliveryFinding } from './delivery-findings.js';
import { type Finding, type FindingCode, finding, NOTHING_TO_DO, type FindingContent } from './finding.js';
import { type HaltCode, type Refusal, refusalOf } from './receiver-settings-at.js';
import type { ParcelHistory, HistoryEvent, HistoryReceiver } from './parcel-history.js';
import { CREATE_AGAIN, disabledWords, ENABLE, listWords, quoted, SEND_MISSING } from './words.js';

/** One for each receiver that has a delivery of the event or exists now; without any: no_receiver. */
export function receiverFindings(event: HistoryEvent, history: ParcelHistory): Finding[] {
  const deliveries = history.deliveries.filter(({ eventid }) => eventid === event.eventid);
  const reached = new Set(deliveries.map(({ receiverId }) => receiverId));
  const others = history.receivers.filter(({ receiverId }) => !reached.has(receiverId));
  const findings = [
    ...deliveries.map((delivery) => deliveryFinding(delivery, history)),
    ...others.map((receiver) => unsentFinding(event, receiver, history)),
  ];
  return findings.length > 0 ? findings : [noReceiver(event)];
}

const noReceiver = ({ event, eventid, createdAt }: HistoryEvent): Finding =>
  finding(
    {
      code: 'no_receiver',
      severity: 'problem',
      meaning: `${event} occurred, but your account has no receiver.`,
      toDo: `Create a receiver: POST /receivers. ${SEND_MISSING}`,
    },
    { eventid, at: createdAt },
  );

function unsentFinding(event: HistoryEvent, receiver: HistoryReceiver, history: ParcelHistory): Finding {
  const about = { eventid: event.eventid, receiverId: receiver.receiverId };
  const changes = history.changes.filter(({ receiverId }) => receiverId === receiver.receiverId);
  if (!event.hasDeliveries) return finding(DELIVERIES_GONE, { ...about, at: event.createdAt });
  const refusal = refusalOf(receiver, changes, event);
  if (refusal !== undefined) return finding(refusalWords(refusal, event, receiver), { ...about, at: event.createdAt });
  return finding(NOT_FANNED_OUT, { ...about, at: event.createdAt });
}

const DELIVERIES_GONE: FindingContent = {
  code: 'event_not_kept',
  severity: 'info',
  meaning: 'Deliveries of that time are no longer kept: nothing says whether the receiver got the event.',
  toDo: NOTHING_TO_DO,
};

const NOT_FANNED_OUT: FindingContent = {
  code: 'not_fanned_out',
  severity: 'waiting',
  meaning: 'The receiver wants the event, but the service has not taken it up for delivery yet.',
  toDo: `Wait a minute: after a burst of your account the event waits for its turn. Then ask the operator: the consumer of topic \`events\` is behind or makes no progress. ${SEND_MISSING}`,
};

/** Something is lost only where the receiver wanted the event and still wants it. */
function refusalWords(refusal: Refusal, event: HistoryEvent, receiver: HistoryReceiver): FindingContent {
  const isLost = !isList(refusal.by) && refusedBy(receiver, event) === undefined;
  return {
    code: codeOf(refusal.by),
    severity: isLost ? 'problem' : 'info',
    meaning: refusalMeaning(refusal, event, receiver),
    toDo: toSendNow(event, receiver),
  };
}

const isContent = (by: string): by is FilterList => FILTER_LISTS.some((list) => list === by);
const isList = (by: Refusal['by']): by is RefusingList => by === 'events' || isContent(by);

function codeOf(by: Refusal['by']): FindingCode {
  if (!isList(by)) return by;
  return by === 'events' ? 'event_filter' : 'content_filter';
}

function refusalMeaning({ by, settings, when }: Refusal, event: HistoryEvent, receiver: HistoryReceiver): string {
  const name = receiver.name === '' ? 'The receiver' : `The receiver ${quoted(receiver.name)}`;
  const then = whenWords(when);
  if (isContent(by)) {
    const value = quoted(filteredValue(by, event) ?? '');
    return `${name} ${when === 'now' ? 'does' : 'did'} not want ${event.event}${then}: ${VALUE_NAMES[by]} ${value} ${when === 'now' ? 'is' : 'was'} not in \`filter.${by}\`.`;
  }
  const list = when === 'now' ? 'does not list' : 'did not list';
  const meanings: Readonly<Record<'events' | HaltCode, string>> = {
    created_later: `${name} was created at ${toIso(receiver.createdAt.getTime())}, after ${event.event} occurred.`,
    receiver_deleted: `${name} was deleted at ${toIso(receiver.deletedAt?.getTime() ?? 0)}: ${event.event} was not sent to it.`,
    switched_off: `${name} was switched off (\`enabled\` false)${then}: ${event.event} was not sent to it.`,
    disabled: `${name} was disabled by the service ${settings.disabled ? disabledWords(settings.disabled) : ''}: ${event.event} was not sent to it.`,
    events: `${name} ${list} ${event.event} in \`events\`${then}, only ${listWords(settings.events)}.`,
  };
  return meanings[by];
}

function whenWords(when: Refusal['when']): string {
  if (when === 'now') return '';
  return when === 'event' ? ' when the event occurred' : ` by a change at ${toIso(when.getTime())}, just before the event was taken up`;
}

const VALUE_NAMES: Readonly<Record<FilterList, string>> = {
  couriers: 'courier',
  destinationCountries: 'destination country',
  warehouses: 'warehouse',
  languages: 'language',
  clients: 'client',
  deliveryLocations: 'delivery location',
  returnReasons: 'return reason',
  exceptions: 'exception',
};

function correction(list: RefusingList | undefined): string {
  if (list === undefined) return '';
  const [field, note] = list === 'events' ? ['events', ''] : [`filter.${list}`, ': case counts'];
  return `If you want such events, correct \`${field}\` with PATCH /receivers/{receiverId}${note}. `;
}

/** What the customer must change before `missing` sends the event: an order with `missing` follows the present settings. */
function toSendNow(event: HistoryEvent, receiver: HistoryReceiver): string {
  if (receiver.deletedAt !== null) return `${CREATE_AGAIN}${SEND_MISSING}`;
  return `${correction(refusedBy(receiver, event))}${receiver.enabled ? '' : ENABLE}${SEND_MISSING}`;
}
