// The period that the overview shows → a query of GET /statistics.
import type { StatisticsQuery } from '../receivers/shared/receiver-queries.js';

export const RANGES = ['hour', 'day', 'week'] as const;
export type Range = (typeof RANGES)[number];

export const toRange = (text: string | undefined): Range => RANGES.find((range) => range === text) ?? 'day';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SHAPE = {
  hour: { interval: 'minute', unitMs: MINUTE_MS, backMs: 59 * MINUTE_MS },
  day: { interval: 'hour', unitMs: HOUR_MS, backMs: 23 * HOUR_MS },
  week: { interval: 'day', unitMs: HOUR_MS, backMs: 6 * DAY_MS },
} as const;

/** Bars of a chart, the running one last. */
export const BARS: Readonly<Record<Range, number>> = { hour: 60, day: 24, week: 7 };

/** Until now, in whole minutes, hours or days of the zone; the same query within one minute or hour. */
export function rangeQuery(range: Range, nowMs: number, timeZone: string): StatisticsQuery {
  const { interval, unitMs, backMs } = SHAPE[range];
  return { from: new Date(Math.floor(nowMs / unitMs) * unitMs - backMs).toISOString(), interval, timeZone };
}

/** How the beginning of a bar is written. */
const LABELS = {
  minute: { hour: '2-digit', minute: '2-digit' },
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
} as const;

export const barLabel = (interval: keyof typeof LABELS, timeZone: string): ((from: string) => string) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...LABELS[interval], timeZone });
  return (from) => format.format(new Date(from));
};
