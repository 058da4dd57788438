import { describe, expect, it } from '@jest/globals';
import { ReleasePace } from './release-pace.js';

describe('a wave of due retries', () => {
  it('goes in small lots, the next one a moment later', () => {
    const pace = new ReleasePace(() => 0);
    expect([pace.grant(150, 1_000), pace.grant(150, 1_050), pace.grant(150, 1_099)]).toEqual([150, 50, 0]);
    expect(pace.againAtMs(1_000)).toBe(1_100);
    expect(pace.grant(500, 1_100)).toBe(200);
  });

  it('waits while as many wait in memory, and goes on as they leave it', () => {
    let waiting = 500;
    const pace = new ReleasePace(() => waiting);
    expect(pace.grant(10, 1_000)).toBe(0);
    waiting = 195;
    expect(pace.grant(10, 2_000)).toBe(5);
  });

  it('lets a few go at once', () => {
    expect(new ReleasePace(() => 0).grant(3, 0)).toBe(3);
  });
});
