import { latencyOfBucketMs } from '../rollups/attempt-rollup.js';

/** The number of deliveries in each latency bucket that is not empty, in order. */
export interface Histogram {
  readonly buckets: readonly number[];
  readonly counts: readonly number[];
}

export interface Percentiles {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Returns percentiles within 5 % of the exact values; null = nothing was delivered. */
export function toPercentiles({ buckets, counts }: Histogram): Percentiles | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const percentile = (part: number): number => {
    let left = Math.ceil(part * total);
    const index = counts.findIndex((count) => (left -= count) <= 0);
    return latencyOfBucketMs(buckets[index]!);
  };
  return { p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) };
}
