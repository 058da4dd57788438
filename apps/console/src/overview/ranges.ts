// The period that the overview shows → a query of GET /statistics.
import type { StatisticsQuery } from '../statistics/use-statistics.js';
import { fromWallClock, toWallClock } from '../times/zone-time.js';

export const RANGES = ['hour', 'day', 'week'] as const;
export type Range = (typeof RANGES)[number];

export const toRange = (text: string | undefined): Range => RANGES.find((range) => range === text) ?? 'day';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SHAPE = {
  hour: { interval: 'minute', unitMs: MINUTE_MS, backMs: 59 * MINUTE_MS },
  day: { interval: 'hour', unitMs: HOUR_MS, backMs: 23 * HOUR_MS },
} as const;

/** The number of bars; the last bar is still growing. */
export const BARS: Readonly<Record<Range, number>> = { hour: 60, day: 24, week: 7 };

/** Returns the query until now, in whole minutes, hours or days of the zone. It stays the same within one minute, hour or day. */
export function rangeQuery(range: Range, nowMs: number, timeZone: string): StatisticsQuery {
  if (range === 'week') return { from: startOfDay(nowMs, BARS.week - 1, timeZone), interval: 'day', timeZone };
  const { interval, unitMs, backMs } = SHAPE[range];
  return { from: new Date(Math.floor(nowMs / unitMs) * unitMs - backMs).toISOString(), interval, timeZone };
}

/** Returns midnight in the zone, some days before today. A day on which the clocks change has 23 or 25 hours. */
function startOfDay(nowMs: number, daysBack: number, timeZone: string): string {
  const today = toWallClock(timeZone, new Date(nowMs).toISOString()).slice(0, 'yyyy-mm-dd'.length);
  const day = new Date(Date.parse(`${today}T00:00Z`) - daysBack * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return fromWallClock(timeZone, `${day}T00:00`)!;
}

/** The format of the beginning of a bar. */
const LABELS = {
  minute: { hour: '2-digit', minute: '2-digit' },
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
} as const;

export const barLabel = (interval: keyof typeof LABELS, timeZone: string): ((from: string) => string) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...LABELS[interval], timeZone });
  return (from) => format.format(new Date(from));
};
