import { expect, it } from '@jest/globals';
import { toChartRows, toShares } from './chart-rows.js';

const point = (from: string, httpStatus: number | null, attempts: number) => ({
  from,
  httpStatus,
  attempts,
  delivered: httpStatus === 204 ? attempts : 0,
  exhausted: 0,
  expired: 0,
  cancelled: 1,
  latency: httpStatus === 204 ? { p50Ms: 1, p95Ms: 2, p99Ms: 3 } : null,
});
const POINTS = [
  point('2026-03-29T10:00:00.000Z', 204, 6),
  point('2026-03-29T11:00:00.000Z', 503, 1),
  point('2026-03-29T11:00:00.000Z', 204, 3),
];

it('leaves a gap if nothing was delivered', () => {
  expect(toChartRows(POINTS.slice(0, 2), (at) => at.toISOString().slice(11, 16))).toEqual([
    { at: '10:00', delivered: 6, retried: 0, failed: 0, cancelled: 1, p50: 1, p95: 2 },
    { at: '11:00', delivered: 0, retried: 1, failed: 0, cancelled: 1, p50: null, p95: null },
  ]);
});

it('adds up the attempts of each status, the most frequent status first', () => {
  expect(toShares([...POINTS, point('2026-03-29T12:00:00.000Z', null, 0)], ({ httpStatus }) => httpStatus)).toEqual([
    { key: 204, attempts: 9, part: 0.9 },
    { key: 503, attempts: 1, part: 0.1 },
  ]);
});
