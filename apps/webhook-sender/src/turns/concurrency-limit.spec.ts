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

interface Receiver {
  fresh: number;
  waiting: number;
}

const receiver = (waiting = 0): Receiver => ({ fresh: 0, waiting });

/** Begins POSTs to this receiver, or by default each to its own receiver. */
const begin = (limit: ConcurrencyLimit, count: number, to?: Receiver): (() => void)[] =>
  Array.from({ length: count }, () => limit.begin(to ?? receiver()));

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
    limit.begin(receiver());
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
    limit.begin(receiver());
    expect(limit.mayStart()).toBe(false);
  });

  it('are tried again 100 ms after the limit was reached, once', () => {
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
    const one = receiver();
    begin(limit, 500, one);
    isBusy = false;
    expect([limit.mayStart(), limit.mayStartFor(one)]).toEqual([true, true]);
    isBusy = true;
    expect([limit.mayStart(), limit.mayStartFor(one)]).toEqual([false, false]);
  });
});

describe('POSTs to one receiver', () => {
  it('start until two are fresh, and again when one of them ends', () => {
    const limit = limitOf();
    const one = receiver();
    const [first] = begin(limit, 1, one);
    expect(limit.mayStartFor(one)).toBe(true);
    limit.begin(one);
    expect(limit.mayStartFor(one)).toBe(false);
    expect(limit.mayStartFor(receiver())).toBe(true);
    first!();
    first!();
    expect([limit.mayStartFor(one), one.fresh]).toEqual([true, 1]);
  });

  it('may number a quarter of the waiting attempts', () => {
    const limit = limitOf();
    const one = receiver(40);
    begin(limit, 10, one);
    expect(limit.mayStartFor(one)).toBe(false);
    one.waiting = 41;
    expect(limit.mayStartFor(one)).toBe(true);
  });

  it('are fresh for 100 ms, and end once', () => {
    const limit = limitOf();
    const one = receiver();
    const ends = begin(limit, 2, one);
    nowMs = 100;
    expect(limit.mayStartFor(one)).toBe(false);
    nowMs = 101;
    expect(limit.mayStartFor(one)).toBe(true);
    ends.forEach((end) => end());
    expect(one.fresh).toBe(0);
  });

  it('are tried again 100 ms after the limit was reached', () => {
    const limit = limitOf();
    const one = receiver();
    begin(limit, 2, one);
    limit.mayStartFor(one);
    jest.advanceTimersByTime(99);
    expect(retries).toBe(0);
    jest.advanceTimersByTime(1);
    expect(retries).toBe(1);
  });
});
