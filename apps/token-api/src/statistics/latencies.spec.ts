import { describe, expect, it } from '@jest/globals';
import { LATENCY_BASE } from '../rollups/attempt-rollup.js';
import { toPercentiles } from './latencies.js';

/** Counts latencies like the job. */
function histogramOf(latenciesMs: readonly number[]): { buckets: number[]; counts: number[] } {
  const counts = new Map<number, number>();
  for (const ms of latenciesMs) {
    const bucket = Math.floor(Math.log(ms) / Math.log(LATENCY_BASE));
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const buckets = [...counts.keys()].toSorted((a, b) => a - b);
  return { buckets, counts: buckets.map((bucket) => counts.get(bucket)!) };
}

describe('toPercentiles', () => {
  it('returns percentiles within 5 % of the exact values', () => {
    const latenciesMs = Array.from({ length: 1000 }, (_, index) => 20 + index ** 2 / 10);
    const found = toPercentiles(histogramOf(latenciesMs))!;
    for (const [part, ms] of [
      [0.5, found.p50Ms],
      [0.95, found.p95Ms],
      [0.99, found.p99Ms],
    ] as const) {
      const exact = latenciesMs[Math.ceil(part * 1000) - 1]!;
      expect(Math.abs(ms - exact) / exact).toBeLessThan(0.05);
    }
  });

  it('returns equal percentiles for one delivery', () => {
    expect(toPercentiles(histogramOf([118]))).toEqual({ p50Ms: 123, p95Ms: 123, p99Ms: 123 });
  });

  it('returns null without deliveries', () => {
    expect(toPercentiles({ buckets: [], counts: [] })).toBeNull();
  });
});
