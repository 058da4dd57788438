// Receivers and their numbers → the rows of the overview, the worst first.
import type { Schemas } from '../api/schemas.js';
import { byRank, needsSomebody } from '../receivers/shared/receiver-state.js';
import { type Bar, type Counts, pointsByReceiver, toBars } from '../statistics/traffic.js';
import { receiversWords } from '../words/receivers.words.js';

type Receiver = Schemas['ListedReceiver'];
type Points = readonly Schemas['StatisticsPoint'][];

export interface OverviewRow {
  readonly receiver: Receiver;
  readonly host: string;
  /** undefined = the bars are not known. */
  readonly bars: readonly Bar[] | undefined;
  /** The last 24 hours. */
  readonly day: Counts;
}

export interface Numbers {
  /** The beginning of each bar. */
  readonly begins: readonly string[];
  /** By receiver; undefined = not loaded, or too many. */
  readonly points: Points | undefined;
}

export function toRows(receivers: readonly Receiver[], { begins, points }: Numbers): readonly OverviewRow[] {
  const pointsOf = points && pointsByReceiver(points);
  const rows = receivers.map((receiver) => ({
    receiver,
    host: hostOf(receiver.url),
    bars: pointsOf && toBars(pointsOf.get(receiver.receiverId) ?? [], begins),
    day: dayCounts(receiver),
  }));
  return rows.toSorted((a, b) => byRank(rankOf(a), rankOf(b)));
}

/** The table shows the others, the worst first. */
const MOST_SHOWN = 6;

export interface ShownNeeds {
  readonly shown: readonly OverviewRow[];
  /** The number of the others that need somebody. */
  readonly more: number;
}

/** Returns the worst receivers that need somebody, and every touched receiver: its dialog stays when the receiver works again. */
export function shownNeeds(rows: readonly OverviewRow[], touched: ReadonlySet<string>): ShownNeeds {
  const need = rows.filter(({ receiver }) => needsSomebody(receiver));
  const first = new Set(need.slice(0, MOST_SHOWN));
  const shown = rows.filter((row) => first.has(row) || touched.has(row.receiver.receiverId));
  return { shown, more: need.filter((row) => !shown.includes(row)).length };
}

const rankOf = ({ receiver: { health, name } }: OverviewRow) => ({ state: health.state, stillFailed: health.stillFailed, name });

function dayCounts({ health }: Receiver): Counts {
  const { attempts, delivered, failed } = health.last24h;
  return { delivered, failed, retried: Math.max(0, attempts - delivered - failed) };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The most points of one answer of the API. */
const MOST_POINTS = 1500;

/** Whether one answer holds the bars of all receivers. Only receivers with attempts have points. */
export const areBarsFew = (receivers: readonly Receiver[], bars: number): boolean =>
  receivers.filter(({ health }) => health.last24h.attempts > 0).length * bars <= MOST_POINTS;

/** Returns a text that changes with each counted attempt. */
export const activityOf = (receivers: readonly Receiver[]): string =>
  receivers.map(({ health: { last24h, lastSuccessAt } }) => [last24h.attempts, last24h.failed, lastSuccessAt].join(' ')).join();

/** Returns the newest success of all receivers, epoch ms; 0 = none. */
export const lastSuccessMs = (receivers: readonly Receiver[]): number =>
  Math.max(0, ...receivers.map(({ health }) => Date.parse(health.lastSuccessAt ?? '1970-01-01')));

/** Returns when the oldest waiting delivery was created; null = none waits. */
export const oldestOf = (receivers: readonly Receiver[]): string | null =>
  receivers
    .map(({ health }) => health.oldestPendingAt)
    .filter((at) => at !== null)
    .toSorted()[0] ?? null;

/** Returns the rows whose name, host or state contains the text. The CSV file finds the same rows (exports/named-receivers.ts of token-api). */
export function filterRows(rows: readonly OverviewRow[], text: string): readonly OverviewRow[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return rows;
  return rows.filter(({ receiver, host }) =>
    [receiver.name, host, receiver.url, receiver.health.state, receiversWords.state[receiver.health.state], receiver.receiverId].some(
      (part) => part.toLowerCase().includes(sought),
    ),
  );
}
