import { expect, it } from '@jest/globals';
import { lastDay } from './last-day.js';

it.each([
  ['2026-03-29T10:19:00Z', '2026-03-28T11:00:00.000Z', '2026-03-29T11:00:00.000Z', 'Etc/GMT+11'],
  ['2026-03-29T11:59:59Z', '2026-03-28T12:00:00.000Z', '2026-03-29T12:00:00.000Z', 'Etc/GMT+12'],
  ['2026-03-29T12:00:00Z', '2026-03-28T13:00:00.000Z', '2026-03-29T13:00:00.000Z', 'Etc/GMT-11'],
  ['2026-03-29T23:10:00Z', '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z', 'UTC'],
])('the 24 hours at %s', (now, from, to, timeZone) => {
  expect(lastDay(Date.parse(now))).toEqual({ from, to, timeZone });
  const midnight = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(to));
  expect(midnight).toBe('00:00');
});
