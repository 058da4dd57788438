import { describe, expect, it } from '@jest/globals';
import { holdOf } from './retry-after.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');
const MOST_MS = 30 * 60_000;

const LIMITS = { nowMs: NOW_MS, mostMs: MOST_MS };

describe('a hold', () => {
  it.each([
    [429, '7', 7_000],
    [503, '120', 120_000],
    [429, 'Sun, 29 Mar 2026 10:01:00 GMT', 60_000],
    [429, '999999999', MOST_MS],
    [429, '1000000000', MOST_MS],
    [503, '9'.repeat(400), MOST_MS],
    [503, 'Mon, 30 Mar 2026 10:00:00 GMT', MOST_MS],
    [429, '0', undefined],
    [429, '-5', undefined],
    [429, '1.5', undefined],
    [429, 'soon', undefined],
    [429, '', undefined],
    [429, 'Sun, 29 Mar 2026 09:59:00 GMT', undefined],
    [429, undefined, undefined],
  ])('after a %i with Retry-After %j lasts %s ms', (httpStatus, retryAfter, forMs) => {
    const expected = forMs === undefined ? undefined : { forMs, httpStatus };
    expect(holdOf({ httpStatus, ...(retryAfter !== undefined && { retryAfter }) }, LIMITS)).toEqual(expected);
  });

  it('comes only from an answer', () => {
    expect(holdOf({ retryAfter: '7' }, LIMITS)).toBeUndefined();
  });
});
