import { describe, expect, it } from '@jest/globals';
import { countsOf, pointsByReceiver, sumOf, toBars, toTrafficBars, wholeOf } from './traffic.js';

const point = (from: string, attempts: number, delivered = attempts) => ({
  from,
  receiverId: 'r1',
  attempts,
  delivered,
  exhausted: 0,
  expired: 0,
  cancelled: 0,
  latency: delivered > 0 ? { p50Ms: 100, p95Ms: delivered * 10, p99Ms: 300 } : null,
});
const BEGINS = ['2026-03-28T11:00:00.000Z', '2026-03-28T12:00:00.000Z', '2026-03-28T13:00:00.000Z'];
const POINTS = [point(BEGINS[0]!, 3), point(BEGINS[2]!, 9, 7)];
const TO = '2026-03-28T14:00:00.000Z';

describe('bars', () => {
  it.each([
    [
      { attempts: 20, delivered: 10, exhausted: 2, expired: 1 },
      { delivered: 10, retried: 7, failed: 3 },
    ],
    [
      { attempts: 0, delivered: 0, exhausted: 0, expired: 1 },
      { delivered: 0, retried: 0, failed: 1 },
    ],
  ])('count a failed attempt that ends no delivery as retried: %o', (counts, expected) => {
    expect(countsOf(counts)).toEqual(expected);
  });

  it('are one for each beginning', () => {
    const bars = toBars(POINTS, BEGINS);
    expect(bars).toEqual([
      { from: BEGINS[0], delivered: 3, retried: 0, failed: 0 },
      { from: BEGINS[1], delivered: 0, retried: 0, failed: 0 },
      { from: BEGINS[2], delivered: 7, retried: 2, failed: 0 },
    ]);
    expect(sumOf(bars)).toEqual({ delivered: 10, retried: 2, failed: 0 });
  });

  it('of the account have an end, a success rate and a p95', () => {
    const bars = toTrafficBars({ points: [POINTS[0]!, point(BEGINS[1]!, 0), POINTS[1]!], to: TO });
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      [BEGINS[0], BEGINS[1]],
      [BEGINS[1], BEGINS[2]],
      [BEGINS[2], TO],
    ]);
    expect(bars.map(({ success, p95Ms }) => [success, p95Ms])).toEqual([
      [1, 30],
      [undefined, undefined],
      [7 / 9, 70],
    ]);
    expect(wholeOf(bars)).toEqual({ delivered: 10, retried: 2, failed: 0, attempts: 12, success: 10 / 12, p95Ms: 70 });
  });

  it('are drawn from the points of one receiver each', () => {
    const other = { ...POINTS[0]!, receiverId: 'r2' };
    expect([...pointsByReceiver([...POINTS, other])].map(([id, of]) => [id, of.length])).toEqual([
      ['r1', 2],
      ['r2', 1],
    ]);
  });
});
