import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BatchLoader } from './batch-loader.js';

describe('a batch loader', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Statements that end on command, in the order in which they began. */
  function heldLots(betweenMs?: number) {
    const begun: { items: readonly number[]; end: () => void }[] = [];
    const take = (items: readonly number[]) =>
      new Promise<string[]>((resolve) => begun.push({ items, end: () => resolve(items.map((item) => `to ${item}`)) }));
    const lots = new BatchLoader<number, string>(betweenMs === undefined ? { take } : { take, betweenMs });
    return { lots, begun, taken: () => begun.map(({ items }) => items) };
  }

  it('gathers items while a statement runs, and gives each item its own result', async () => {
    const taken: (readonly number[])[] = [];
    const lots = new BatchLoader<number, string>({
      take: (items) => {
        taken.push(items);
        return Promise.resolve(items.map((item) => `to ${item}`));
      },
    });
    expect(await Promise.all([1, 2, 3].map((item) => lots.add(item)))).toEqual(['to 1', 'to 2', 'to 3']);
    expect(taken).toEqual([[1], [2, 3]]);
  });

  it('fails all items of a batch together, and loads later items afresh', async () => {
    let isDown = true;
    const lots = new BatchLoader<number, number>({
      take: (items) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(items)),
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => lots.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isDown = false;
    expect(await lots.add(4)).toBe(4);
  });

  it('does not let a slow statement hold up other items', async () => {
    const { lots, begun, taken } = heldLots();
    let isFirstDone = false;
    void lots.add(1).then(() => (isFirstDone = true));
    const others = Promise.all([lots.add(2), lots.add(3)]);
    await jest.advanceTimersByTimeAsync(49);
    expect(taken()).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(1);
    expect(taken()).toEqual([[1], [2, 3]]);
    begun[1]!.end();
    expect(await others).toEqual(['to 2', 'to 3']);
    expect(isFirstDone).toBe(false);
  });

  it('runs three statements at most, and starts the next when one ends', async () => {
    const { lots, begun, taken } = heldLots();
    for (const item of [1, 2, 3, 4, 5]) {
      void lots.add(item);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(taken()).toEqual([[1], [2], [3]]);
    begun[1]!.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(taken()).toEqual([[1], [2], [3], [4, 5]]);
  });

  it('starts statements as far apart as asked, and the first at once', async () => {
    const { lots, begun, taken } = heldLots(20);
    void lots.add(1);
    expect(taken()).toEqual([[1]]);
    begun[0]!.end();
    void lots.add(2);
    void lots.add(3);
    await jest.advanceTimersByTimeAsync(19);
    expect(taken()).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(1);
    expect(taken()).toEqual([[1], [2, 3]]);
  });

  it('takes a thousand items per statement at most', async () => {
    const { lots, begun, taken } = heldLots();
    for (let item = 0; item < 2_002; item++) void lots.add(item);
    begun[0]!.end();
    await jest.advanceTimersByTimeAsync(0);
    begun[1]!.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(taken().map(({ length }) => length)).toEqual([1, 1_000, 1_000]);
  });
});
