import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { WakeUp } from './wake-up.js';

describe('a wake-up', () => {
  let nowMs: number;
  let wakes: number;
  let wakeUp: WakeUp;

  beforeEach(() => {
    jest.useFakeTimers();
    [nowMs, wakes] = [10_000, 0];
    wakeUp = new WakeUp({ steadyMs: () => nowMs }, () => (wakes += 1));
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Lets time pass until this moment of the steady clock. */
  function passUntil(atMs: number): void {
    for (; nowMs < atMs; nowMs += 1) jest.advanceTimersByTime(1);
    jest.advanceTimersByTime(0);
  }

  it('comes once, at the requested moment', () => {
    wakeUp.at(10_100);
    passUntil(10_099);
    expect(wakes).toBe(0);
    passUntil(20_000);
    expect(wakes).toBe(1);
  });

  it('comes at the earliest requested moment, in any order of requests', () => {
    wakeUp.at(10_300);
    wakeUp.at(10_100);
    wakeUp.at(10_200);
    passUntil(10_099);
    expect(wakes).toBe(0);
    passUntil(10_101);
    expect(wakes).toBe(1);
    passUntil(20_000);
    expect(wakes).toBe(1); // the woken code asks again
  });

  it('comes again when requested again', () => {
    wakeUp.at(10_100);
    passUntil(10_101);
    wakeUp.at(10_200);
    passUntil(10_199);
    expect(wakes).toBe(1);
    passUntil(10_201);
    expect(wakes).toBe(2);
  });

  it('comes with the next turn of the event loop for a past moment', () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    wakeUp.at(9_000);
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 0); // Node warns about negative times
    expect(wakes).toBe(0);
    passUntil(10_001);
    expect(wakes).toBe(1);
  });

  it('never comes at Infinity', () => {
    wakeUp.at(Infinity);
    expect(jest.getTimerCount()).toBe(0);
  });
});
