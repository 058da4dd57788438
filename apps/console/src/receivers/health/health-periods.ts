// The period of the charts → a query of GET /statistics.
import type { StatisticsQuery } from '../../statistics/use-statistics.js';

export const PERIODS = ['1h', '24h', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const SHAPE = {
  '1h': { interval: 'minute', unitMs: MINUTE_MS, units: 60 },
  '24h': { interval: 'hour', unitMs: HOUR_MS, units: 24 },
  '7d': { interval: 'hour', unitMs: HOUR_MS, units: 7 * 24 },
  '30d': { interval: 'day', unitMs: DAY_MS, units: 30 },
} as const;

export const toPeriod = (text: string | undefined): Period => PERIODS.find((period) => period === text) ?? '24h';

/** Returns the query until now. It stays the same within one minute, hour or day. A day begins at midnight in the zone. */
export function queryOf(period: Period, nowMs: number, timeZone: string): StatisticsQuery {
  const { interval, unitMs, units } = SHAPE[period];
  const fromMs = (Math.floor(nowMs / unitMs) - units + 1) * unitMs;
  return { from: new Date(fromMs).toISOString(), interval, ...(interval === 'day' && { timeZone }) };
}

/** The format of the beginning of a bucket, below a chart. */
export const AXIS: Readonly<Record<Period, Intl.DateTimeFormatOptions>> = {
  '1h': { hour: '2-digit', minute: '2-digit' },
  '24h': { hour: '2-digit', minute: '2-digit' },
  '7d': { weekday: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  '30d': { day: 'numeric', month: 'short' },
};
