import { describe, expect, it } from '@jest/globals';
import { fromWallClock, minuteIn, secondIn, timeIn, toWallClock } from './zone-time.js';

describe('moments in a zone', () => {
  it.each([
    ['UTC', '2026-03-29T00:30:00.000Z', '29 Mar 2026, 00:30:00', '2026-03-29T00:30'],
    ['Europe/Berlin', '2026-03-29T00:30:00.000Z', '29 Mar 2026, 01:30:00', '2026-03-29T01:30'],
    ['Europe/Berlin', '2026-03-29T01:30:00.000Z', '29 Mar 2026, 03:30:00', '2026-03-29T03:30'],
    ['Asia/Kathmandu', '2026-12-31T20:00:00.000Z', '01 Jan 2027, 01:45:00', '2027-01-01T01:45'],
    ['America/New_York', '2026-01-01T04:59:00.000Z', '31 Dec 2025, 23:59:00', '2025-12-31T23:59'],
    ['UTC', '2026-01-01T00:00:00.000Z', '01 Jan 2026, 00:00:00', '2026-01-01T00:00'],
  ])('are shown, written to a field and read back: %s, %s', (zone, instant, shown, field) => {
    expect([timeIn(zone, instant), toWallClock(zone, instant), fromWallClock(zone, field)]).toEqual([shown, field, instant]);
  });

  it('are absent for an empty field', () => {
    expect([toWallClock('UTC', undefined), toWallClock('UTC', 'soon'), fromWallClock('UTC', ''), fromWallClock('UTC', undefined)]).toEqual([
      '',
      '',
      undefined,
      undefined,
    ]);
  });

  it('are in the zone of the browser if no zone is given', () => {
    expect(fromWallClock(undefined, toWallClock(undefined, '2026-07-01T10:05:00.000Z'))).toBe('2026-07-01T10:05:00.000Z');
  });

  it.each([
    ['2026-03-09T00:30:05Z', '9 Mar, 01:30', '9 Mar, 01:30:05'],
    ['2025-12-31T22:30:05Z', '31 Dec 2025, 23:30', '31 Dec 2025, 23:30:05'],
    ['2025-12-31T23:30:05Z', '1 Jan, 00:30', '1 Jan, 00:30:05'],
  ])('leave out the present year: %s', (at, toMinute, toSecond) => {
    const nowMs = Date.parse('2026-03-29T10:00:00Z');
    expect([minuteIn('Europe/Berlin', at, nowMs), secondIn('Europe/Berlin', at, nowMs)]).toEqual([toMinute, toSecond]);
  });
});
