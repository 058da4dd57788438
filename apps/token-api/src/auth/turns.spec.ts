import { describe, expect, it } from '@jest/globals';
import { type Turn, Turns } from './turns.js';

/** Takes turns of one account. @returns them, and which of them have begun so far, by their place */
function takeSome(turns: Turns, count: number, account = 1): { taken: (Turn | undefined)[]; begun: number[] } {
  const begun: number[] = [];
  const taken = Array.from({ length: count }, (_, place) => {
    const turn = turns.take(account);
    if (turn && !turn.begun) begun.push(place);
    void turn?.begun?.then(() => begun.push(place));
    return turn;
  });
  return { taken, begun };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the turns of an account', () => {
  it('so many begin at once, so many wait, the rest is refused; another account has its own', () => {
    const turns = new Turns({ atOnce: 2, waiting: 1 });
    const { taken, begun } = takeSome(turns, 4);
    expect([begun, taken.map((turn) => turn !== undefined)]).toEqual([
      [0, 1],
      [true, true, true, false],
    ]);
    expect(takeSome(turns, 1, 2).begun).toEqual([0]);
  });

  it('those that wait begin one by one, in the order of their coming', async () => {
    const { taken, begun } = takeSome(new Turns({ atOnce: 2, waiting: 3 }), 5);
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    taken[0]?.end();
    taken[2]?.end();
    await settled();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('one that ends while it waits never begins and takes nobody’s place', async () => {
    const { taken, begun } = takeSome(new Turns({ atOnce: 1, waiting: 2 }), 3);
    taken[1]?.end();
    await settled();
    expect(begun).toEqual([0]);
    taken[0]?.end();
    await settled();
    expect(begun).toEqual([0, 2]);
  });

  it('one that ends twice makes room for one', async () => {
    const { taken, begun } = takeSome(new Turns({ atOnce: 1, waiting: 3 }), 4);
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
    const turns = new Turns({ atOnce: 1, waiting: 2 });
    takeSome(turns, 4).taken.forEach((turn) => turn?.end());
    expect([turns.size, turns.take(1)?.begun]).toEqual([0, undefined]);
  });
});
