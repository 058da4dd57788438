import { describe, expect, it } from '@jest/globals';
import { countsOf, pointsByReceiver, sumOf, toHourBars } from './hour-bars.js';

const point = (from: string, attempts: number, delivered = attempts) => ({
  from,
  receiverId: 'r1',
  attempts,
  delivered,
  exhausted: 0,
  expired: 0,
  cancelled: 0,
  latency: delivered > 0 ? { p50Ms: 100, p95Ms: delivered, p99Ms: 300 } : null,
});
const FROM = '2026-03-28T11:00:00.000Z';
const POINTS = [point('2026-03-28T11:00:00.000Z', 3), point('2026-03-29T10:00:00.000Z', 9, 7)];

describe('24 bars', () => {
  it.each([
    [
      { attempts: 20, delivered: 10, exhausted: 2, expired: 1 },
      { delivered: 10, retried: 7, failed: 3 },
    ],
    [
      { attempts: 0, delivered: 0, exhausted: 0, expired: 1 },
      { delivered: 0, retried: 0, failed: 1 },
    ],
  ])('a failed attempt that ends no delivery comes again: %o', (counts, expected) => {
    expect(countsOf(counts)).toEqual(expected);
  });

  it('has a bar for each hour', () => {
    const bars = toHourBars(POINTS, FROM);
    expect(bars).toHaveLength(24);
    expect([bars[0], bars[1], bars[23]]).toEqual([
      { fromMs: Date.parse(FROM), delivered: 3, retried: 0, failed: 0 },
      { fromMs: Date.parse(FROM) + 3_600_000, delivered: 0, retried: 0, failed: 0 },
      { fromMs: Date.parse('2026-03-29T10:00:00Z'), delivered: 7, retried: 2, failed: 0 },
    ]);
    expect(sumOf(bars)).toEqual({ delivered: 10, retried: 2, failed: 0 });
  });

  it('tells receivers apart', () => {
    const other = { ...POINTS[0]!, receiverId: 'r2' };
    expect([...pointsByReceiver([...POINTS, other])].map(([id, of]) => [id, of.length])).toEqual([
      ['r1', 2],
      ['r2', 1],
    ]);
  });
});
