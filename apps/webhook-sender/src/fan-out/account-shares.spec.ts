import { describe, expect, it } from '@jest/globals';
import { AccountShares } from './account-shares.js';

describe('the shares of a batch', () => {
  it('give each account 400 deliveries of its own', () => {
    const shares = new AccountShares(new Set());
    expect([shares.take(1, 300), shares.take(1, 100), shares.take(2, 400), shares.take(1, 1)]).toEqual([true, true, true, false]);
  });

  it('know who is deferred, from before or since', () => {
    const before = new Set([1]);
    const shares = new AccountShares(before);
    shares.defer(2);
    expect([1, 2, 3].map((account) => shares.isDeferred(account))).toEqual([true, true, false]);
    expect(before.size).toBe(1);
  });
});
