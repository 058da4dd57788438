import { describe, expect, it } from '@jest/globals';
import { type Permit, ConcurrencyLimiter } from './concurrency-limiter.js';

/** Takes permits of one account. @returns the permits, and the indexes of the requests that have begun */
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
  it('starts two requests, queues one and refuses the fourth; another account has its own limits', () => {
    const limiter = new ConcurrencyLimiter({ atOnce: 2, waiting: 1 });
    const { taken, begun } = takeSome(limiter, 4);
    expect([begun, taken.map((permit) => permit !== undefined)]).toEqual([
      [0, 1],
      [true, true, true, false],
    ]);
    expect(takeSome(limiter, 1, 2).begun).toEqual([0]);
  });

  it('starts waiting requests one by one, in the order of arrival', async () => {
    const { taken, begun } = takeSome(new ConcurrencyLimiter({ atOnce: 2, waiting: 3 }), 5);
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    taken[0]?.end();
    taken[2]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('never starts a request that ended while it waited, and frees its place', async () => {
    const { taken, begun } = takeSome(new ConcurrencyLimiter({ atOnce: 1, waiting: 2 }), 3);
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0]);
    taken[0]?.end();
    await settled();
    expect(begun).toEqual([0, 2]);
  });

  it('makes room for one request when a permit is ended twice', async () => {
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

  it('keeps nothing of an account whose requests have ended', () => {
    const limiter = new ConcurrencyLimiter({ atOnce: 1, waiting: 2 });
    takeSome(limiter, 4).taken.forEach((permit) => permit?.end());
    expect([limiter.size, limiter.take(1)?.begun]).toEqual([0, undefined]);
  });
});
