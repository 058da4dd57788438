// Points of GET /statistics → bars.
import type { Schemas } from '../api/schemas.js';

export interface Counts {
  readonly delivered: number;
  /** Failed attempts that are made again. */
  readonly retried: number;
  /** Deliveries that ended without success. */
  readonly failed: number;
}

export interface Bar extends Counts {
  /** ISO 8601 */
  readonly from: string;
}

/** A bar of the whole account. */
export interface TrafficBar extends Bar {
  readonly to: string;
  readonly attempts: number;
  /** The share of attempts that succeeded, 0 to 1; undefined = no attempt was made. */
  readonly success: number | undefined;
  readonly p95Ms: number | undefined;
}

type Point = Schemas['StatisticsPoint'];

export const countsOf = ({ attempts, delivered, exhausted, expired }: Omit<Point, 'from' | 'cancelled' | 'latency'>): Counts => ({
  delivered,
  retried: Math.max(0, attempts - delivered - exhausted - expired),
  failed: exhausted + expired,
});

export const totalOf = ({ delivered, retried, failed }: Counts): number => delivered + retried + failed;

export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, { delivered, retried, failed }) => ({
      delivered: sum.delivered + delivered,
      retried: sum.retried + retried,
      failed: sum.failed + failed,
    }),
    NONE,
  );

const NONE: Counts = { delivered: 0, retried: 0, failed: 0 };

/** Returns the share of attempts that succeeded. Each success ends its delivery, so their numbers are the same. */
const successOf = ({ attempts, delivered }: Pick<Point, 'attempts' | 'delivered'>): number | undefined =>
  attempts === 0 ? undefined : Math.min(1, delivered / attempts);

/** `99.9%`, rounded down: 100% means that all succeeded. */
export const percentText = (share: number | undefined): string =>
  share === undefined ? '–' : `${(Math.floor(share * 1000) / 10).toLocaleString('en')}%`;

export const toTrafficBars = ({ points, to }: Pick<Schemas['Statistics'], 'points' | 'to'>): readonly TrafficBar[] =>
  points.map((point, place) => ({
    from: point.from,
    to: points[place + 1]?.from ?? to,
    attempts: point.attempts,
    ...countsOf(point),
    success: successOf(point),
    p95Ms: point.latency?.p95Ms,
  }));

/** Returns all bars as one, with the highest p95. */
export function wholeOf(bars: readonly TrafficBar[]): Omit<TrafficBar, 'from' | 'to'> {
  const attempts = bars.reduce((sum, bar) => sum + bar.attempts, 0);
  const counts = sumOf(bars);
  const p95s = bars.flatMap(({ p95Ms }) => p95Ms ?? []);
  return { ...counts, attempts, success: successOf({ attempts, ...counts }), p95Ms: p95s.length === 0 ? undefined : Math.max(...p95s) };
}

export function pointsByReceiver(points: readonly Point[]): ReadonlyMap<string, readonly Point[]> {
  const byReceiver = new Map<string, Point[]>();
  for (const point of points) {
    const of = byReceiver.get(point.receiverId ?? '') ?? [];
    of.push(point);
    byReceiver.set(point.receiverId ?? '', of);
  }
  return byReceiver;
}

/** Returns one bar for each beginning, with zeros if it has no point. */
export function toBars(points: readonly Point[], begins: readonly string[]): readonly Bar[] {
  const byBegin = new Map(points.map((point) => [point.from, countsOf(point)]));
  return begins.map((from) => ({ from, ...(byBegin.get(from) ?? NONE) }));
}
