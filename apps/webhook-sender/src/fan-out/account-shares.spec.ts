import { describe, expect, it } from '@jest/globals';
import { AccountShares } from './account-shares.js';

describe('the shares of a batch', () => {
  it('give each account 400 deliveries without any room', () => {
    const shares = new AccountShares(new Set(), 0);
    expect([shares.take(1, 300), shares.take(1, 100), shares.take(2, 400), shares.take(1, 1)]).toEqual([true, true, true, false]);
  });

  it('give an account more than its share while there is room', () => {
    const shares = new AccountShares(new Set(), 700);
    expect([shares.take(1, 400), shares.take(1, 300), shares.take(1, 1), shares.take(2, 400)]).toEqual([true, true, false, true]);
  });

  it('keep the order of an account: what comes behind a waiting event waits, too', () => {
    const before = new Set([1]);
    const shares = new AccountShares(before, 1_000);
    expect([shares.take(1, 1), shares.take(2, 1_500), shares.take(2, 1)]).toEqual([false, false, false]);
    expect(before.size).toBe(1);
  });
});
