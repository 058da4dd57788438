import { describe, expect, it } from '@jest/globals';
import { RecentCounter } from './recent-counter.js';

describe('a recent counter', () => {
  it('counts what was added within its window, to a tenth of it', () => {
    const counter = new RecentCounter(1_000);
    counter.add(0, 3);
    counter.add(950);
    expect([999, 1_000, 1_899, 1_900].map((nowMs) => counter.count(nowMs))).toEqual([4, 1, 1, 0]);
  });

  it('does not count what was removed, and forgets a removal that comes late', () => {
    const counter = new RecentCounter(1_000);
    counter.add(0, 2);
    counter.remove(0);
    expect(counter.count(0)).toBe(1);
    counter.add(1_000, 5); // in the place of the first
    counter.remove(0);
    expect(counter.count(1_000)).toBe(5);
  });

  it('leaves out what is older than its window when it comes', () => {
    const counter = new RecentCounter(1_000);
    counter.add(5_000);
    counter.add(4_000);
    expect(counter.count(5_000)).toBe(1);
  });
});
