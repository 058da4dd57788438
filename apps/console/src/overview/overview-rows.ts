// Receivers and their numbers → the rows of the overview, the worst first.
import type { Schemas } from '../api/schemas.js';
import { byRank } from '../receivers/shared/receiver-state.js';
import { receiversWords } from '../words/receivers.words.js';
import { type Counts, type HourBar, pointsByReceiver, toHourBars } from './hour-bars.js';

type Receiver = Schemas['ListedReceiver'];
type Points = readonly Schemas['StatisticsPoint'][];

export interface OverviewRow {
  readonly receiver: Receiver;
  readonly host: string;
  /** undefined = hours are not known. */
  readonly bars: readonly HourBar[] | undefined;
  readonly day: Counts;
  readonly p95Ms: number | undefined;
}

export interface Numbers {
  readonly from: string;
  /** By hour; undefined = not loaded, or too many. */
  readonly hours: Points | undefined;
  /** The whole day. */
  readonly day: Points | undefined;
}

export function toRows(receivers: readonly Receiver[], { from, hours, day }: Numbers): readonly OverviewRow[] {
  const hoursOf = hours && pointsByReceiver(hours);
  const dayOf = pointsByReceiver(day ?? []);
  const rows = receivers.map((receiver) => {
    const own = hoursOf?.get(receiver.receiverId) ?? [];
    return {
      receiver,
      host: hostOf(receiver.url),
      bars: hoursOf && toHourBars(own, from),
      day: dayCounts(receiver),
      p95Ms: dayOf.get(receiver.receiverId)?.[0]?.latency?.p95Ms,
    };
  });
  return rows.toSorted((a, b) => byRank(rankOf(a), rankOf(b)));
}

const rankOf = ({ receiver: { health, name } }: OverviewRow) => ({ state: health.state, stillFailed: health.stillFailed, name });

function dayCounts({ health }: Receiver): Counts {
  const { attempts, delivered, failed } = health.last24h;
  return { delivered, failed, retried: Math.max(0, attempts - delivered - failed) };
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Hours of so many receivers are within the 1,500 points of one answer. */
const MOST_BY_HOUR = 60;

/** Only receivers with attempts have points. */
export const areHoursFew = (receivers: readonly Receiver[]): boolean =>
  receivers.filter(({ health }) => health.last24h.attempts > 0).length <= MOST_BY_HOUR;

/** Changes with each attempt that is counted. */
export const activityOf = (receivers: readonly Receiver[]): string =>
  receivers.map(({ health: { last24h, lastSuccessAt } }) => [last24h.attempts, last24h.failed, lastSuccessAt].join(' ')).join();

/** The newest 2xx of all receivers, epoch ms; 0 = none. */
export const lastSuccessMs = (receivers: readonly Receiver[]): number =>
  Math.max(0, ...receivers.map(({ health }) => Date.parse(health.lastSuccessAt ?? '1970-01-01')));

/** When the oldest delivery that waits was created; null = none waits. */
export const oldestOf = (receivers: readonly Receiver[]): string | null =>
  receivers
    .map(({ health }) => health.oldestPendingAt)
    .filter((at) => at !== null)
    .toSorted()[0] ?? null;

/** Rows whose name, host or state has the text. */
export function filterRows(rows: readonly OverviewRow[], text: string): readonly OverviewRow[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return rows;
  return rows.filter(({ receiver, host }) =>
    [receiver.name, host, receiver.url, receiversWords.state[receiver.health.state], receiver.receiverId].some((part) =>
      part.toLowerCase().includes(sought),
    ),
  );
}
