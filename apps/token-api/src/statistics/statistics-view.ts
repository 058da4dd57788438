import { NO_HTTP_STATUS, NO_OUTCOME } from '../rollups/attempt-rollup.js';
import type { StatisticsPoint } from './statistics.dto.js';
import type { Grouping } from './statistics-query.js';
import type { StatisticsRow } from './statistics.repository.js';
import { toPercentiles } from './latencies.js';

const NOTHING = { attempts: 0, delivered: 0, exhausted: 0, expired: 0, cancelled: 0, latency: null };

interface Chart {
  /** The beginning of each bucket, and the end of the last bucket. */
  readonly boundariesMs: readonly number[];
  readonly groupBy: Grouping | undefined;
}

/** Returns a point for each bucket; with groups, a point for each row. */
export function toPoints(rows: readonly StatisticsRow[], { boundariesMs, groupBy }: Chart): StatisticsPoint[] {
  const fromOf = (place: number): Date => new Date(boundariesMs[place - 1]!);
  if (groupBy !== undefined) return rows.map((row) => ({ from: fromOf(row.place), ...groupOf(groupBy, row.key), ...numbersOf(row) }));
  const rowOf = new Map(rows.map((row) => [row.place, row]));
  return boundariesMs.slice(0, -1).map((_, index) => {
    const row = rowOf.get(index + 1);
    return { from: fromOf(index + 1), ...(row ? numbersOf(row) : NOTHING) };
  });
}

function numbersOf({ attempts, delivered, exhausted, expired, cancelled, buckets, counts }: StatisticsRow): Omit<StatisticsPoint, 'from'> {
  return { attempts, delivered, exhausted, expired, cancelled, latency: toPercentiles({ buckets: buckets ?? [], counts: counts ?? [] }) };
}

function groupOf(groupBy: Grouping, key: string): Partial<StatisticsPoint> {
  switch (groupBy) {
    case 'receiver':
      return { receiverId: key };
    case 'event':
      return { event: key as NonNullable<StatisticsPoint['event']> };
    case 'outcome':
      return { outcome: key === NO_OUTCOME ? null : (key as NonNullable<StatisticsPoint['outcome']>) };
    case 'httpStatus':
      return { httpStatus: Number(key) === NO_HTTP_STATUS ? null : Number(key) };
    default:
      return groupBy satisfies never;
  }
}
