import { describe, expect, it } from '@jest/globals';
import { RecentCounter } from './recent-counter.js';

describe('a recent counter', () => {
  it('counts what was added within its window, to a tenth of the window', () => {
    const counter = new RecentCounter(1_000);
    counter.add(0, 3);
    counter.add(950);
    expect([999, 1_000, 1_899, 1_900].map((nowMs) => counter.count(nowMs))).toEqual([4, 1, 1, 0]);
  });

  it('does not count what was removed, and ignores a late removal', () => {
    const counter = new RecentCounter(1_000);
    counter.add(0, 2);
    counter.remove(0);
    expect(counter.count(0)).toBe(1);
    counter.add(1_000, 5); // reuses the first bucket
    counter.remove(0);
    expect(counter.count(1_000)).toBe(5);
  });

  it('ignores an addition that is older than its window', () => {
    const counter = new RecentCounter(1_000);
    counter.add(5_000);
    counter.add(4_000);
    expect(counter.count(5_000)).toBe(1);
  });
});
