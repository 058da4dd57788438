import { expect, it } from '@jest/globals';
import { barLabel, rangeQuery, toRange } from './ranges.js';

const NOW_MS = Date.parse('2026-03-29T10:19:30Z');

it.each([
  ['hour', 'minute', '2026-03-29T09:20:00.000Z', '11:20'],
  ['day', 'hour', '2026-03-28T11:00:00.000Z', 'Sat 12:00'],
  ['week', 'day', '2026-03-22T23:00:00.000Z', 'Mon 23 Mar'],
] as const)('the last %s', (range, interval, from, label) => {
  const timeZone = 'Europe/Berlin';
  expect(rangeQuery(range, NOW_MS, timeZone)).toEqual({ from, interval, timeZone });
  expect(barLabel(interval, timeZone)(from).replace(',', '')).toBe(label);
});

it.each([
  ['spring, after midnight', '2026-03-29T22:30:00Z', '2026-03-23T23:00:00.000Z'],
  ['autumn, before midnight', '2026-10-25T22:30:00Z', '2026-10-18T22:00:00.000Z'],
])('a week has seven calendar days when the clocks change: %s', (_, now, from) => {
  expect(rangeQuery('week', Date.parse(now), 'Europe/Berlin').from).toBe(from);
});

it.each([
  ['week', 'week'],
  ['month', 'day'],
  [undefined, 'day'],
])('reads the range %s of an address as %s', (text, range) => {
  expect(toRange(text)).toBe(range);
});
