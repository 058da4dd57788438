// Points of GET /statistics → 24 bars for each receiver.
import type { Schemas } from '../api/schemas.js';
import { HOURS } from './last-day.js';

const HOUR_MS = 3_600_000;

export interface Counts {
  readonly delivered: number;
  /** Failed attempts that come again. */
  readonly retried: number;
  /** Deliveries that ended without a 2xx. */
  readonly failed: number;
}

export interface HourBar extends Counts {
  readonly fromMs: number;
}

type Point = Schemas['StatisticsPoint'];

export const countsOf = ({ attempts, delivered, exhausted, expired }: Omit<Point, 'from' | 'cancelled' | 'latency'>): Counts => ({
  delivered,
  retried: Math.max(0, attempts - delivered - exhausted - expired),
  failed: exhausted + expired,
});

export const totalOf = ({ delivered, retried, failed }: Counts): number => delivered + retried + failed;

export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce((sum, { delivered, retried, failed }) => addTo(sum, { delivered, retried, failed }), NONE);

const NONE: Counts = { delivered: 0, retried: 0, failed: 0 };

const addTo = (sum: Counts, more: Counts): Counts => ({
  delivered: sum.delivered + more.delivered,
  retried: sum.retried + more.retried,
  failed: sum.failed + more.failed,
});

export function pointsByReceiver(points: readonly Point[]): ReadonlyMap<string, readonly Point[]> {
  const byReceiver = new Map<string, Point[]>();
  for (const point of points) {
    const of = byReceiver.get(point.receiverId ?? '') ?? [];
    of.push(point);
    byReceiver.set(point.receiverId ?? '', of);
  }
  return byReceiver;
}

/** One bar for each hour, zeros where nothing was. */
export function toHourBars(points: readonly Point[], from: string): readonly HourBar[] {
  const byHour = new Map(points.map((point) => [Date.parse(point.from), countsOf(point)]));
  return Array.from({ length: HOURS }, (_, index) => {
    const fromMs = Date.parse(from) + index * HOUR_MS;
    return { fromMs, ...(byHour.get(fromMs) ?? NONE) };
  });
}
