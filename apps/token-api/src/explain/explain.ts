// Builds the answer: the first broken link of the chain for one event, or the notable facts when no event is asked for.
import type { EventName } from '#libs/contracts';
import { causesOf, type EventCause, isInNetwork } from './event-cause.js';
import { type Finding, finding, NOTHING_TO_DO } from './finding.js';
import { whyNoEvent } from './missing-event.js';
import { earlierParcels, deadLetterRecords, deadLetterScans, recordFindings, scanFindings, waitingScans } from './parcel-findings.js';
import { receiverFindings } from './receiver-findings.js';
import { MOST_RECEIVERS, type ParcelHistory, type HistoryEvent } from './parcel-history.js';
import { readingWords, scanWords } from './words.js';

/** An event, its cause, and its result at each receiver. */
export interface ExplainedEvent {
  readonly event: HistoryEvent;
  readonly cause: EventCause;
  readonly because: string;
  readonly receivers: readonly Finding[];
}

export interface Explanation {
  /** The first broken link, or success if every receiver was checked. */
  readonly verdict: Finding;
  readonly notable: readonly Finding[];
  /** Newest first. */
  readonly events: readonly ExplainedEvent[];
}

/** @param asked the event to explain; undefined = report the notable facts about the parcel */
export function explain(history: ParcelHistory, asked: EventName | undefined): Explanation {
  const missingRecord = recordFindings(history);
  if (history.consignment === undefined) return { verdict: missingRecord[0]!, notable: missingRecord, events: [] };
  const causes = causesOf(history);
  const events = history.events
    .filter(({ event }) => asked === undefined || event === asked)
    .map((event) => explained(event, causes.get(event)!, history));
  const [first, others] = asked === undefined ? [notableOf(history, events), []] : notableOfEvent(asked, { history, events });
  // `pending_retry` means failing attempts, which matter more than a wait in the queue
  const verdict = first.find(({ severity }) => severity === 'problem') ?? first.find(({ code }) => code === 'pending_retry') ?? first[0]!;
  if (events.length === 0 || history.receiversNotExplained === 0) return { verdict, notable: [...first, ...others], events };
  const rest = notAllExplained(history.receiversNotExplained);
  const notable = [...first, ...others].filter((each) => each !== NOTHING_NOTABLE);
  return { verdict: verdict.severity === 'info' ? rest : verdict, notable: [...notable, rest], events };
}

const notAllExplained = (others: number): Finding =>
  finding({
    code: 'not_all_explained',
    severity: 'info',
    meaning: `Only the ${MOST_RECEIVERS} oldest receivers of your account were checked; ${others} other ${others === 1 ? 'receiver was' : 'receivers were'} not.`,
    toDo: 'Ask again with the `receiverId` of the receiver that you mean.',
  });

function explained(event: HistoryEvent, cause: EventCause, history: ParcelHistory): ExplainedEvent {
  return { event, cause, because: becauseOf(event, cause), receivers: receiverFindings(event, history) };
}

function notableOf(history: ParcelHistory, events: readonly ExplainedEvent[]): Finding[] {
  const unsent = events.flatMap(({ receivers }) => receivers.filter(({ severity }) => severity !== 'info'));
  const found = [...waitingScans(history), ...deadLetterScans(history), ...deadLetterRecords(history), ...scanFindings(history), ...unsent];
  return found.length > 0 ? found : [NOTHING_NOTABLE];
}

const NOTHING_NOTABLE = finding({
  code: 'nothing_notable',
  severity: 'info',
  meaning: 'Every scan was read, and every event that a receiver wants was delivered.',
  toDo: NOTHING_TO_DO,
});

/** Returns the findings for the verdict, and other notable findings. If the event occurred more than once, the newest one counts. */
function notableOfEvent(
  asked: EventName,
  { history, events }: { readonly history: ParcelHistory; readonly events: readonly ExplainedEvent[] },
): readonly [readonly Finding[], readonly Finding[]] {
  const [newest] = events;
  if (newest === undefined) return [whyNoEvent(asked, history), earlierParcels(history.earlier)];
  const ranked = newest.receivers.toSorted((a, b) => rankOf(a) - rankOf(b));
  const isLater = ({ at }: Finding): boolean => at !== null && at > newest.event.createdAt;
  // A record that was refused after the opening would have caused onUpdated. A refused scan could have caused any event.
  if (asked === 'onUpdated') return [[...deadLetterRecords(history).filter(isLater), ...ranked], []];
  const unread = [...deadLetterScans(history), ...scanFindings(history).filter(({ code }) => code === 'unmapped')].filter(isLater);
  return [ranked, [...waitingScans(history), ...unread, ...announcedOnce(asked, history)]];
}

const RANKS = { problem: 0, waiting: 1, info: 2 } as const;

/** A delivery to one receiver outranks the filters of another receiver. */
const rankOf = ({ severity, code }: Finding): number => RANKS[severity] + (severity === 'info' && code !== 'delivered' ? 1 : 0);

/** Explains scans that caused no event because an earlier scan had caused it. */
function announcedOnce(asked: EventName, { scans, events }: ParcelHistory): Finding[] {
  const networkScans = scans.filter(({ scan }) => isInNetwork(scan.readAs)).length;
  if (asked === 'onDispatch' && networkScans > 1) {
    return [
      alreadyAnnounced(
        'onDispatch is sent once, for the first scan that shows the parcel in the network of the carrier. Later scans do not repeat it.',
      ),
    ];
  }
  const dates = scans.filter(({ scan }) => scan.expectedDelivery).length;
  const told = events.filter(({ event }) => event === 'onScheduled').length;
  if (asked !== 'onScheduled' || dates <= told) return [];
  return [
    alreadyAnnounced(
      `${dates} scans name a delivery date (\`eta\`). A date that is already known, or older than the last date, causes no event.`,
    ),
  ];
}

const alreadyAnnounced = (meaning: string): Finding =>
  finding({ code: 'already_announced', severity: 'info', meaning, toDo: NOTHING_TO_DO });

function becauseOf({ event }: HistoryEvent, cause: EventCause): string {
  if (cause.kind === 'scan') return scanWordsFor(event, cause);
  if (cause.kind === 'record')
    return event === 'onCreated'
      ? 'The first order record of the parcel was received.'
      : 'An order record with other content was received.';
  if (cause.kind === 'send_date') return 'The `send_date` passed before the carrier had the parcel.';
  return 'The scan that caused the event is no longer kept.';
}

function scanWordsFor(event: EventName, { scan }: Extract<EventCause, { kind: 'scan' }>): string {
  const read = `The ${scanWords(scan)} ${readingWords(scan)}`;
  if (event === 'onDispatch') return `${read}. It is the first scan that shows the parcel in the network of the carrier.`;
  if (event === 'onScheduled') return `${read} and names a new delivery date.`;
  return `${read}, which causes ${event}.`;
}
