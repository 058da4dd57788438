import { describe, expect, it } from '@jest/globals';
import { Crashes } from './crashes.js';

describe('crashes', () => {
  it('are in a row while each comes soon after a join, or before a join', () => {
    const crashes = new Crashes();
    crashes.joined(0);
    expect(crashes.crashed(100)).toBe(1);
    crashes.joined(5_000);
    crashes.joined(20_000); // the group has rebalanced
    expect(crashes.crashed(34_999)).toBe(2);
    expect(crashes.crashed(60_000)).toBe(3);
  });

  it('after a long membership begin a new row', () => {
    const crashes = new Crashes();
    crashes.crashed(0);
    crashes.joined(1_000);
    expect(crashes.crashed(31_000)).toBe(1);
  });
});
