// Points of GET /statistics → the rows of the charts.
import type { Schemas } from '../../api/schemas.js';
import { countsOf } from '../../statistics/traffic.js';

type Point = Schemas['StatisticsPoint'];

export interface ChartRow {
  readonly at: string;
  readonly delivered: number;
  readonly retried: number;
  readonly failed: number;
  readonly cancelled: number;
  /** null leaves a gap in the line. */
  readonly p50: number | null;
  readonly p95: number | null;
}

export const toChartRows = (points: readonly Point[], label: (at: Date) => string): ChartRow[] =>
  points.map((point) => ({
    at: label(new Date(point.from)),
    ...countsOf(point),
    cancelled: point.cancelled,
    p50: point.latency?.p50Ms ?? null,
    p95: point.latency?.p95Ms ?? null,
  }));

export interface Share<K> {
  readonly key: K;
  readonly attempts: number;
  /** The share of all attempts, 0 to 1. */
  readonly part: number;
}

/** Returns the attempts of each group over all buckets, the largest group first. */
export function toShares<K>(points: readonly Point[], keyOf: (point: Point) => K): readonly Share<K>[] {
  const attempts = new Map<K, number>();
  for (const point of points) attempts.set(keyOf(point), (attempts.get(keyOf(point)) ?? 0) + point.attempts);
  const all = [...attempts.values()].reduce((sum, count) => sum + count, 0);
  return [...attempts]
    .filter(([, count]) => count > 0)
    .map(([key, count]) => ({ key, attempts: count, part: count / all }))
    .toSorted((a, b) => b.attempts - a.attempts);
}
