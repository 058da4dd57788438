import { describe, expect, it } from '@jest/globals';
import { expectedText } from './expected-text.js';

describe('the expected delivery in words', () => {
  it.each([
    [{ startDate: '2026-03-18', endDate: '2026-03-18' }, 'Wed, 18 Mar 2026'],
    [{ startDate: '2026-03-18', endDate: '2026-03-19' }, 'Wed, 18 Mar 2026 – Thu, 19 Mar 2026'],
    [{ startDate: '2026-03-18', endDate: '2026-03-18', startTime: '10:00:00', endTime: '12:30:00' }, 'Wed, 18 Mar 2026, 10:00–12:30'],
    [{ startDate: '2026-03-18', endDate: '2026-03-18', startTime: '10:00:00', endTime: '10:00:00' }, 'Wed, 18 Mar 2026, 10:00'],
  ])('%j: %s', (expected, words) => {
    expect(expectedText(expected)).toBe(words);
  });
});
