import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

let nowMs = 0;
let isBusy = true;
let retries = 0;
const limitOf = (): ConcurrencyLimit =>
  new ConcurrencyLimit(
    { steadyMs: () => nowMs },
    () => (retries += 1),
    () => isBusy,
  );

/** To a receiver each, or all to the one that is named. */
const begin = (limit: ConcurrencyLimit, count: number, receiverId?: string): (() => void)[] =>
  Array.from({ length: count }, (_, index) => limit.begin(receiverId ?? `receiver ${index}`));

beforeEach(() => {
  jest.useFakeTimers();
  [nowMs, isBusy, retries] = [0, true, 0];
});

afterEach(() => {
  jest.useRealTimers();
});

describe('all POSTs of a process with a busy event loop', () => {
  it('start until 64 are fresh, and again when one of them ends', () => {
    const limit = limitOf();
    const [first, ...others] = begin(limit, 64);
    nowMs = 10;
    expect(limit.mayStart()).toBe(false);
    first!();
    first!();
    expect(limit.mayStart()).toBe(true);
    limit.begin('another');
    expect(limit.mayStart()).toBe(false);
    others.forEach((end) => end());
    expect(limit.mayStart()).toBe(true);
  });

  it('are fresh for 100 ms: hanging receivers keep no POST from starting', () => {
    const limit = limitOf();
    const hanging = begin(limit, 500);
    nowMs = 100;
    expect(limit.mayStart()).toBe(false);
    nowMs = 101;
    expect(limit.mayStart()).toBe(true);
    begin(limit, 63);
    hanging.forEach((end) => end());
    nowMs = 102;
    expect(limit.mayStart()).toBe(true);
    limit.begin('another');
    expect(limit.mayStart()).toBe(false);
  });

  it('are asked for again 100 ms after the limit was reached, once', () => {
    const limit = limitOf();
    begin(limit, 64);
    limit.mayStart();
    limit.mayStart();
    jest.advanceTimersByTime(99);
    expect(retries).toBe(0);
    jest.advanceTimersByTime(1);
    expect(retries).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect(retries).toBe(1);
  });

  it('are not limited while the event loop has time to spare', () => {
    const limit = limitOf();
    begin(limit, 500, 'one');
    isBusy = false;
    expect([limit.mayStart(), limit.mayStartFor('one', 0)]).toEqual([true, true]);
    isBusy = true;
    expect([limit.mayStart(), limit.mayStartFor('one', 0)]).toEqual([false, false]);
  });
});

describe('POSTs to one receiver', () => {
  it('start until two are fresh, and again when one of them ends', () => {
    const limit = limitOf();
    const [first] = begin(limit, 1, 'one');
    expect(limit.mayStartFor('one', 0)).toBe(true);
    limit.begin('one');
    expect(limit.mayStartFor('one', 0)).toBe(false);
    expect(limit.mayStartFor('another', 0)).toBe(true);
    first!();
    first!();
    expect(limit.mayStartFor('one', 0)).toBe(true);
  });

  it('may be a quarter as many as wait', () => {
    const limit = limitOf();
    begin(limit, 10, 'one');
    expect(limit.mayStartFor('one', 40)).toBe(false);
    expect(limit.mayStartFor('one', 41)).toBe(true);
  });

  it('are fresh for 100 ms', () => {
    const limit = limitOf();
    begin(limit, 2, 'one');
    nowMs = 100;
    expect(limit.mayStartFor('one', 0)).toBe(false);
    nowMs = 101;
    expect(limit.mayStartFor('one', 0)).toBe(true);
  });
});
