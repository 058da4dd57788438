import { describe, expect, it } from '@jest/globals';
import { type Permit, ConcurrencyLimiter } from './concurrency-limiter.js';

/** Takes permits of one account. @returns the permits, and the indexes of those that have begun */
function takeSome(limiter: ConcurrencyLimiter, count: number, account = 1): { taken: (Permit | undefined)[]; begun: number[] } {
  const begun: number[] = [];
  const taken = Array.from({ length: count }, (_, place) => {
    const permit = limiter.take(account);
    if (permit && !permit.begun) begun.push(place);
    void permit?.begun?.then(() => begun.push(place));
    return permit;
  });
  return { taken, begun };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('ConcurrencyLimiter', () => {
  it('so many begin at once, so many wait, the rest is refused; another account has its own', () => {
    const limiter = new ConcurrencyLimiter({ atOnce: 2, waiting: 1 });
    const { taken, begun } = takeSome(limiter, 4);
    expect([begun, taken.map((permit) => permit !== undefined)]).toEqual([
      [0, 1],
      [true, true, true, false],
    ]);
    expect(takeSome(limiter, 1, 2).begun).toEqual([0]);
  });

  it('those that wait begin one by one, in the order of their coming', async () => {
    const { taken, begun } = takeSome(new ConcurrencyLimiter({ atOnce: 2, waiting: 3 }), 5);
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    taken[0]?.end();
    taken[2]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('a request that ends while it waits never begins and takes no place', async () => {
    const { taken, begun } = takeSome(new ConcurrencyLimiter({ atOnce: 1, waiting: 2 }), 3);
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0]);
    taken[0]?.end();
    await settled();
    expect(begun).toEqual([0, 2]);
  });

  it('one that ends twice makes room for one', async () => {
    const { taken, begun } = takeSome(new ConcurrencyLimiter({ atOnce: 1, waiting: 3 }), 4);
    taken[0]?.end();
    taken[0]?.end();
    await settled();
    expect(begun).toEqual([0, 1]);
    taken[1]?.end();
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
  });

  it('nothing is kept of an account whose requests have ended', () => {
    const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 2 });
    takeSome(limiter, 4).taken.forEach((permit) => permit?.end());
    expect([limiter.size, limiter.take(1)?.begun]).toEqual([0, undefined]);
  });
});
