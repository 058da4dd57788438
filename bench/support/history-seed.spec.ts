import { expect, it } from '@jest/globals';
import { slicesOf } from './history-seed.js';

const DAY_MS = 24 * 3_600_000;

it.each([
  ['a Monday', Date.UTC(2026, 10, 16, 3)],
  ['a Saturday', Date.UTC(2026, 10, 21, 10)],
])('on %s every parcel has its week, and every week of retention has parcels', (_, nowMs) => {
  const slices = slicesOf('event', { attempts: 17_000, receivers: [], nowMs });
  expect(slices).toHaveLength(17);
  expect(slices[0]?.first).toBe(0);
  expect(slices.at(-1)?.end).toBe(1_700);
  slices.slice(1).forEach((slice, index) => {
    expect([slice.fromMs, slice.first]).toEqual([slices[index]?.toMs, slices[index]?.end]);
  });
  expect(slices.every(({ fromMs }) => new Date(fromMs).getUTCDay() === 1 && fromMs % DAY_MS === 0)).toBe(true);
  expect(slices.at(-1)?.fromMs).toBeLessThanOrEqual(nowMs);
});
