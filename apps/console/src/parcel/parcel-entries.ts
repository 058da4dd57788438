// The entries of a parcel's timeline: each record, scan and send date, with its events and their deliveries.
import type { EventName, Schemas } from '../api/schemas.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../api/vocabulary.js';

export type Finding = Schemas['Finding'];
export type Scan = Schemas['ConsignmentScan'];
type Delivery = Schemas['Delivery'];
type Explained = Schemas['ExplainedEvent'];
type ParcelEvent = Schemas['ConsignmentEvent'];

/** The text for the shopper, in the language of the order. */
export interface ShopperText {
  readonly language: string;
  readonly short: string;
  readonly long: string;
  /** "" = not known. */
  readonly expected: string;
}

/** One event for one receiver: the explanation and the delivery. */
export interface ReceiverPart {
  readonly receiverId: string;
  /** null = the explanation does not include it. */
  readonly finding: Finding | null;
  /** null = there is none, or it is not loaded. */
  readonly delivery: Delivery | null;
}

export interface EventPart {
  readonly eventid: string;
  readonly event: EventName;
  readonly createdAt: string;
  readonly shopper: ShopperText | null;
  readonly receivers: readonly ReceiverPart[];
}

export interface Entry {
  readonly kind: 'record' | 'recordChanged' | 'scan' | 'send_date' | 'unknown';
  readonly key: string;
  /** When it happened. */
  readonly at: string;
  /** When it became known. */
  readonly receivedAt: string;
  readonly scan: Scan | null;
  readonly events: readonly EventPart[];
  /** The findings about the entry itself, not about its deliveries. */
  readonly findings: readonly Finding[];
}

interface Sources {
  readonly parcel: Schemas['Consignment'];
  readonly explanation: Schemas['Explanation'] | undefined;
  readonly deliveries: readonly Delivery[];
  /** By eventid. */
  readonly shopperTexts: ReadonlyMap<string, ShopperText>;
}

/** @returns oldest first */
export function entriesOf(sources: Sources): Entry[] {
  const { parcel, explanation } = sources;
  const explained = new Map(explanation?.events.map((event) => [event.eventid, event]));
  const scanIds = new Set(parcel.scans.map(({ scan_id }) => scan_id));
  const byScan = new Map<string, EventPart[]>();
  const others: Entry[] = [];
  for (const event of parcel.events) {
    const cause = explained.get(event.eventid)?.cause;
    const part = eventPart(event, explained.get(event.eventid), sources);
    const scanId = cause?.scan_id ?? null;
    if (scanId !== null && scanIds.has(scanId)) byScan.set(scanId, [...(byScan.get(scanId) ?? []), part]);
    else others.push(entryOfEvent(event, part, cause?.kind));
  }
  const scans = parcel.scans.map((scan) => scanEntry(scan, byScan.get(scan.scan_id) ?? [], explanation?.notable ?? []));
  return [...others, ...scans].toSorted(inOrder);
}

/** Returns the texts for the shopper, by eventid. */
export const shopperTextsOf = (events: readonly Schemas['Event'][]): ReadonlyMap<string, ShopperText> =>
  new Map(events.map(({ eventid, payload }) => [eventid, shopperText(payload)]));

function shopperText(payload: Schemas['Event']['payload']): ShopperText {
  // the payload has one type for each event, and all types have these fields
  const { data, references } = payload as unknown as Pick<Schemas['OnCreatedWebhook'], 'data' | 'references'>;
  return {
    language: references.language,
    short: data.delivery_status_locale_short,
    long: data.delivery_status_locale_long,
    expected: data.expected_delivery_date_formatted,
  };
}

/** Tells findings apart. Findings about different receivers may have the same words. */
export const findingKey = ({ code, receiverId, meaning }: Finding): string => `${code} ${receiverId} ${meaning}`;

/** Returns the findings about no entry of the timeline. They stand above it. */
export function looseFindings({ verdict, notable }: Schemas['Explanation'], entries: readonly Entry[]): Finding[] {
  const scans = new Set(entries.map(({ scan }) => scan?.scan_id));
  const events = new Set(entries.flatMap((entry) => entry.events.map(({ eventid }) => eventid)));
  return notable.filter((finding) => {
    const isInLine = (finding.scan_id !== null && scans.has(finding.scan_id)) || (finding.eventid !== null && events.has(finding.eventid));
    return findingKey(finding) !== findingKey(verdict) && !isInLine;
  });
}

function scanEntry(scan: Scan, events: readonly EventPart[], notable: readonly Finding[]): Entry {
  return {
    kind: 'scan',
    key: `scan ${scan.scan_id}`,
    at: scan.occurred_at,
    receivedAt: scan.receivedAt,
    scan,
    events: events.toSorted((a, b) => compare(a.createdAt, b.createdAt) || byEventName(a, b)),
    findings: notable.filter(({ scan_id, eventid }) => scan_id === scan.scan_id && eventid === null),
  };
}

function entryOfEvent({ eventid, event, timestamp, createdAt }: ParcelEvent, part: EventPart, cause?: Explained['cause']['kind']): Entry {
  return {
    kind: kindOf(event, cause),
    key: `event ${eventid}`,
    at: timestamp,
    receivedAt: createdAt,
    scan: null,
    events: [part],
    findings: [],
  };
}

function kindOf(event: EventName, cause: Explained['cause']['kind'] | undefined): Entry['kind'] {
  if (cause === 'send_date') return 'send_date';
  if (cause !== 'record') return 'unknown';
  return event === 'onCreated' ? 'record' : 'recordChanged';
}

function eventPart(
  { eventid, event, createdAt }: ParcelEvent,
  explained: Explained | undefined,
  { deliveries, shopperTexts }: Sources,
): EventPart {
  return {
    eventid,
    event,
    createdAt,
    shopper: shopperTexts.get(eventid) ?? null,
    receivers: receiverParts(
      explained?.receivers ?? [],
      deliveries.filter((delivery) => delivery.eventid === eventid),
    ),
  };
}

function receiverParts(findings: readonly Finding[], deliveries: readonly Delivery[]): ReceiverPart[] {
  const byReceiver = new Map(deliveries.map((delivery) => [delivery.receiverId, delivery]));
  const found = findings.flatMap((finding) =>
    finding.receiverId === null ? [] : [{ receiverId: finding.receiverId, finding, delivery: byReceiver.get(finding.receiverId) ?? null }],
  );
  const known = new Set(found.map(({ receiverId }) => receiverId));
  const unexplained = deliveries.filter(({ receiverId }) => !known.has(receiverId));
  return [...found, ...unexplained.map((delivery) => ({ receiverId: delivery.receiverId, finding: null, delivery }))];
}

/** Sorts the receivers by name, so that every event has the same order. Unsubscribed receivers stand apart. */
export function byName(parts: readonly ReceiverPart[], nameOfId: (receiverId: string) => string): ShownReceivers {
  const sorted = parts.toSorted(
    (a, b) => nameOfId(a.receiverId).localeCompare(nameOfId(b.receiverId)) || compare(a.receiverId, b.receiverId),
  );
  return { receivers: sorted.filter((part) => !isUnwanted(part)), unwanted: sorted.filter(isUnwanted) };
}

export interface ShownReceivers {
  readonly receivers: readonly ReceiverPart[];
  /** The receivers whose own settings leave the event out. */
  readonly unwanted: readonly ReceiverPart[];
}

const isUnwanted = ({ finding, delivery }: ReceiverPart): boolean =>
  delivery === null && finding?.severity === 'info' && (finding.code === 'event_filter' || finding.code === 'content_filter');

/** Returns the state of the delivery; undefined = there is none. The explanation also knows deliveries that are not loaded. */
export function statusOf({ finding, delivery }: ReceiverPart): DeliveryStatus | undefined {
  if (delivery !== null) return delivery.status;
  if (finding === null || finding.deliveryId === null) return undefined;
  return DELIVERY_STATUSES.find((status) => status === finding.code) ?? 'pending';
}

/** `failing` = an attempt has failed, and the service tries again. */
export type Severity = Finding['severity'] | 'failing';

const RANKS = { problem: 0, failing: 1, waiting: 2, info: 3 } as const;

/** Returns the severity for one receiver. The delivery counts first, because it is newer than the explanation. */
export function severityOf({ finding, delivery }: ReceiverPart): Severity {
  if (delivery === null) return finding ? severityOfFinding(finding) : 'info';
  if (delivery.status === 'pending') return delivery.attempts > 0 ? 'failing' : 'waiting';
  return delivery.status === 'delivered' ? 'info' : 'problem';
}

/** A retry waits because an attempt has failed. */
export const severityOfFinding = ({ code, severity }: Pick<Finding, 'code' | 'severity'>): Severity =>
  code === 'pending_retry' && severity === 'waiting' ? 'failing' : severity;

const isDisabled = ({ finding, delivery }: ReceiverPart): boolean => delivery === null && finding?.code === 'disabled';

/** Whether attempts fail, all attempts have failed, or the service has disabled the receiver. */
const isFailure = (part: ReceiverPart): boolean =>
  severityOf(part) === 'failing' || part.delivery?.status === 'exhausted' || part.delivery?.status === 'expired' || isDisabled(part);

/** A receiver that fails, and the events that it has not got so far. */
export interface FailingReceiver {
  readonly receiverId: string;
  readonly events: readonly EventName[];
  /** Nothing was sent, because the service has disabled the receiver. */
  readonly isDisabled: boolean;
  /** The delivery with most failed attempts; null = nothing was sent, or no delivery is loaded. */
  readonly delivery: Delivery | null;
}

/** Returns the receivers to which webhooks of this parcel fail, those with most failed attempts first. */
export function failingReceivers(entries: readonly Entry[]): FailingReceiver[] {
  const parts = entries.flatMap(({ events }) => events.flatMap(({ event, receivers }) => receivers.map((part) => ({ event, part }))));
  const failing = Map.groupBy(
    parts.filter(({ part }) => isFailure(part)),
    ({ part }) => part.receiverId,
  );
  const receivers = [...failing].map(([receiverId, ofReceiver]) => ({
    receiverId,
    events: [...new Set(ofReceiver.map(({ event }) => event))],
    isDisabled: ofReceiver.every(({ part }) => isDisabled(part)),
    delivery: ofReceiver.flatMap(({ part }) => part.delivery ?? []).toSorted((a, b) => b.attempts - a.attempts)[0] ?? null,
  }));
  return receivers.toSorted((a, b) => (b.delivery?.attempts ?? 0) - (a.delivery?.attempts ?? 0));
}

/** Returns the worst severity of an entry: of its receivers and its own findings. */
export function severityOfEntry({ events, findings }: Entry): Severity {
  const all = [...findings.map(severityOfFinding), ...events.flatMap(({ receivers }) => receivers.map(severityOf))];
  return all.toSorted((a, b) => RANKS[a] - RANKS[b])[0] ?? 'info';
}

const MUCH_MS = 10 * 60_000;

/** Whether the entry became known so much later than it happened that both times matter. */
export const isReceivedLater = ({ at, receivedAt }: Entry): boolean => Math.abs(Date.parse(receivedAt) - Date.parse(at)) > MUCH_MS;

const KIND_ORDER = { record: 0, recordChanged: 1, send_date: 2, scan: 3, unknown: 4 } as const;

const inOrder = (a: Entry, b: Entry): number =>
  compare(a.at, b.at) || compare(a.receivedAt, b.receivedAt) || KIND_ORDER[a.kind] - KIND_ORDER[b.kind];

const byEventName = (a: EventPart, b: EventPart): number => Number(b.event === 'onDispatch') - Number(a.event === 'onDispatch');

/** Compares moments, because their fractions of a second differ in length. */
const compare = (a: string, b: string): number => Date.parse(a) - Date.parse(b);
