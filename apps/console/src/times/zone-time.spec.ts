import { describe, expect, it } from '@jest/globals';
import { fromWallClock, timeIn, toWallClock } from './zone-time.js';

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
});
