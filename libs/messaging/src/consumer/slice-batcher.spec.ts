import { describe, expect, it } from '@jest/globals';
import { Abandoned, type Verdicts } from './handler-calls.js';
import type { ConsumedMessage } from './consumed-message.js';
import { SliceBatcher, type Slice } from './slice-batcher.js';
import { hold } from './verdict.js';

const message = (partition: number, offset: number): ConsumedMessage => ({
  topic: 'scans',
  partition,
  offset: String(offset),
  key: null,
  value: null,
  timestampMs: 0,
  headers: {},
});
const slice = (partition: number, ...offsets: number[]): Slice => ({
  messages: offsets.map((offset) => message(partition, offset)),
  isAbandoned: () => false,
  hasMore: false,
});
const namesOf = (messages: readonly ConsumedMessage[]): string =>
  messages.map(({ partition, offset }) => `${partition}/${offset}`).join(' ');
const never = new Promise<never>(() => undefined);

/** A handler that answers when the test says so. The verdict of a message holds its offset. */
function handler(): { calls: string[]; answer: () => void; handleAll: (messages: readonly ConsumedMessage[]) => Promise<Verdicts> } {
  const calls: string[] = [];
  const open: (() => void)[] = [];
  const handleAll = (messages: readonly ConsumedMessage[]): Promise<Verdicts> => {
    calls.push(namesOf(messages));
    return new Promise((resolve) => open.push(() => resolve(messages.map(({ offset }) => hold(Number(offset))))));
  };
  return { calls, answer: () => open.shift()?.(), handleAll };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('the slice batcher', () => {
  it('makes one call of slices that come together, and gives each slice its verdicts', async () => {
    const { calls, answer, handleAll } = handler();
    const batcher = new SliceBatcher(handleAll, { maxBatch: 10, concurrency: 1 });
    const verdicts = Promise.all([batcher.verdicts(slice(0, 7, 8)), batcher.verdicts(slice(1, 3))]);
    await turn();
    answer();
    expect(calls).toEqual(['0/7 0/8 1/3']);
    expect(await verdicts).toEqual([[hold(7), hold(8)], [hold(3)]]);
  });

  it('gathers slices that come while all calls are under way', async () => {
    const { calls, answer, handleAll } = handler();
    const batcher = new SliceBatcher(handleAll, { maxBatch: 10, concurrency: 1 });
    for (const partition of [0, 1, 2]) {
      void batcher.verdicts(slice(partition, 1));
      await turn();
    }
    expect(calls).toEqual(['0/1']);
    answer();
    await turn();
    expect(calls).toEqual(['0/1', '1/1 2/1']);
  });

  it('exceeds the size of a batch only for a single larger slice', async () => {
    const { calls, handleAll } = handler();
    const batcher = new SliceBatcher(handleAll, { maxBatch: 2, concurrency: 9 });
    for (const each of [slice(0, 1), slice(1, 1, 2), slice(2, 1, 2, 3), slice(3, 1), slice(4, 1)]) void batcher.verdicts(each);
    await turn();
    expect(calls).toEqual(['0/1', '1/1 1/2', '2/1 2/2 2/3', '3/1 4/1']);
  });

  it('takes the topic of the slice that has waited longest; all topics share the calls', async () => {
    const { calls, answer, handleAll } = handler();
    const batcher = new SliceBatcher(handleAll, { maxBatch: 10, concurrency: 1 });
    const ofRecords = slice(7, 1);
    const records = { ...ofRecords, messages: ofRecords.messages.map((each) => ({ ...each, topic: 'records' as const })) };
    const verdicts = [slice(0, 1), records, slice(1, 2)].map((each) => batcher.verdicts(each));
    await turn();
    expect(calls).toEqual(['0/1 1/2']);
    answer();
    await turn();
    expect(calls).toEqual(['0/1 1/2', '7/1']);
    answer();
    expect(await Promise.all(verdicts)).toEqual([[hold(1)], [hold(1)], [hold(2)]]);
  });

  it('fails all slices that share a failed call, and goes on', async () => {
    const failure = new Error('given up');
    let calls = 0;
    const batcher = new SliceBatcher(() => (calls++ === 0 ? Promise.reject(failure) : Promise.resolve([hold(1)])), {
      maxBatch: 10,
      concurrency: 1,
    });
    const results = await Promise.allSettled([batcher.verdicts(slice(0, 1)), batcher.verdicts(slice(1, 1))]);
    expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([failure, failure]);
    expect(await batcher.verdicts(slice(0, 2))).toEqual([hold(1)]);
  });

  it('gives up a call as soon as one of its slices is given up', async () => {
    let isGivenUp: (() => boolean) | undefined;
    const batcher = new SliceBatcher((_, isAbandoned) => ((isGivenUp = isAbandoned), never), { maxBatch: 10, concurrency: 1 });
    let isLost = false;
    void batcher.verdicts(slice(0, 1));
    void batcher.verdicts({ ...slice(1, 1), isAbandoned: () => isLost });
    await turn();
    expect(isGivenUp?.()).toBe(false);
    isLost = true;
    expect(isGivenUp?.()).toBe(true);
  });

  it('does not handle a slice that was given up while it waited', async () => {
    const { calls, answer, handleAll } = handler();
    const batcher = new SliceBatcher(handleAll, { maxBatch: 10, concurrency: 1 });
    void batcher.verdicts(slice(0, 1));
    await turn();
    let isLost = false;
    const late = batcher.verdicts({ ...slice(0, 2), isAbandoned: () => isLost });
    isLost = true;
    answer();
    await expect(late).rejects.toBeInstanceOf(Abandoned);
    expect(calls).toEqual(['0/1']);
  });
});
