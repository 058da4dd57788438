import { describe, expect, it } from '@jest/globals';
import { ReleasePace } from './release-pace.js';

describe('a wave of due retries', () => {
  it('goes in small lots, of which each partition gets its share, and the next one a moment later', () => {
    const pace = new ReleasePace(() => 0);
    expect([pace.grant(500, 1_000), pace.grant(500, 1_050), pace.grant(500, 1_099)]).toEqual([50, 38, 28]);
    expect(pace.againAtMs(1_000)).toBe(1_100);
    expect(pace.grant(500, 1_100)).toBe(50);
  });

  it('is never more than two hundred at once, however many partitions look', () => {
    const pace = new ReleasePace(() => 0);
    const lots = Array.from({ length: 100 }, () => pace.grant(500, 1_000));
    expect(lots.reduce((sum, lot) => sum + lot, 0)).toBe(200);
  });

  it('goes slower while many wait in memory, and faster as they leave it', () => {
    let waiting = 120;
    const pace = new ReleasePace(() => waiting);
    expect(pace.grant(500, 1_000)).toBe(20);
    waiting = 0;
    expect(pace.grant(500, 1_010)).toBe(45);
  });

  it('never stands still for those who wait: one slow receiver would keep the retries of all others', () => {
    const pace = new ReleasePace(() => 5_000);
    expect([pace.grant(500, 1_000), pace.grant(500, 1_100)]).toEqual([13, 13]);
  });

  it('lets a few go at once', () => {
    expect(new ReleasePace(() => 0).grant(3, 0)).toBe(3);
  });
});
