import { describe, expect, it } from '@jest/globals';
import { ago, countdown, durationText, utcTime } from './time.js';

const MINUTE = 60_000;

describe('times in words', () => {
  it.each([
    [0, 'now'],
    [-45_000, '45 s ago'],
    [-3 * MINUTE, '3 min ago'],
    [2 * 60 * MINUTE, 'in 2 h'],
    [-50 * 60 * MINUTE, '2 d ago'],
  ])('%d ms from now: %s', (offsetMs, text) => {
    expect(ago(1e12 + offsetMs, 1e12)).toBe(text);
  });

  it.each([
    [-1, '0:00'],
    [59_000, '0:59'],
    [30 * MINUTE, '30:00'],
    [62 * MINUTE + 3_000, '1:02:03'],
  ])('counts down from %d ms: %s', (offsetMs, text) => {
    expect(countdown(1e12 + offsetMs, 1e12)).toBe(text);
  });

  it('shows UTC and durations', () => {
    expect([utcTime('2026-03-29T10:00:00.5Z'), durationText(850), durationText(1234)]).toEqual([
      '2026-03-29 10:00:00 UTC',
      '850 ms',
      '1.2 s',
    ]);
  });
});
