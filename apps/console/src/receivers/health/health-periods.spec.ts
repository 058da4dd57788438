import { expect, it } from '@jest/globals';
import { queryOf, toPeriod } from './health-periods.js';

const NOW_MS = Date.parse('2026-03-29T10:19:30Z');

it.each([
  ['1h', { from: '2026-03-29T09:20:00.000Z', interval: 'minute' }],
  ['24h', { from: '2026-03-28T11:00:00.000Z', interval: 'hour' }],
  ['7d', { from: '2026-03-22T11:00:00.000Z', interval: 'hour' }],
  ['30d', { from: '2026-02-28T00:00:00.000Z', interval: 'day', timeZone: 'Europe/Berlin' }],
] as const)('the last %s', (period, query) => {
  expect(queryOf(period, NOW_MS, 'Europe/Berlin')).toEqual(query);
});

it.each([
  ['7d', '7d'],
  ['9d', '24h'],
  [undefined, '24h'],
])('reads the period %s of an address as %s', (text, period) => {
  expect(toPeriod(text)).toBe(period);
});
