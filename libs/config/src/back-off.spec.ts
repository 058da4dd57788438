import { describe, expect, it } from '@jest/globals';
import { pauseMs } from './back-off.js';

describe('pauseMs', () => {
  it('doubles from 200 ms to 10 s and spreads over the upper half', () => {
    expect([1, 2, 3, 20, 10_000].map((failures) => pauseMs(failures, 1))).toEqual([200, 400, 800, 10_000, 10_000]);
    expect(pauseMs(20, 0)).toBe(5_000);
  });
});
