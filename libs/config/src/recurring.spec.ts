import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { pauseMs } from './back-off.js';
import { Recurring } from './recurring.job.js';

/** Work whose runs end when the test ends them. */
function heldWork(): { recurring: Recurring; begun: () => number; end: (error?: Error) => Promise<void>; failures: unknown[] } {
  const failures: unknown[] = [];
  let begun = 0;
  let settle: (error?: Error) => void = () => undefined;
  const work = (): Promise<void> => {
    begun += 1;
    return new Promise((resolve, reject) => (settle = (error) => (error ? reject(error) : resolve())));
  };
  const recurring = new Recurring({ everyMs: 1000, work, onFailure: (error) => failures.push(error) });
  const end = async (error?: Error): Promise<void> => {
    settle(error);
    await turn();
  };
  return { recurring, begun: () => begun, end, failures };
}

describe('Recurring', () => {
  it('begins after a pause, and pauses again from the end of each run', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { recurring, begun, end } = heldWork();
    recurring.start();
    jest.advanceTimersByTime(999);
    expect(begun()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(begun()).toBe(1);
    jest.advanceTimersByTime(5000);
    expect(begun()).toBe(1);
    await end();
    jest.advanceTimersByTime(1000);
    expect(begun()).toBe(2);
    jest.useRealTimers();
    await Promise.all([recurring.stop(), end()]);
  });

  it('continues after a failed run, and reports the failure', async () => {
    const { recurring, begun, end, failures } = heldWork();
    recurring.kick();
    recurring.kick();
    await end(new Error('the database is down'));
    expect([begun(), failures]).toEqual([2, [new Error('the database is down')]]);
    await Promise.all([recurring.stop(), end()]);
  });

  it('pauses longer while it fails, and as usual when it works again', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { recurring, begun, end } = heldWork();
    const pauseAfter = async (error?: Error): Promise<number> => {
      await end(error);
      const [before, sinceMs] = [begun(), Date.now()];
      while (begun() === before) jest.advanceTimersToNextTimer();
      return Date.now() - sinceMs;
    };
    recurring.kick();
    const failing: number[] = [];
    for (let failures = 1; failures <= 8; failures++) failing.push(await pauseAfter(new Error('the database is down')));
    expect(failing[0]).toBe(1000); // the job's own pause, if it is longer
    expect(failing.at(-1)).toBeGreaterThanOrEqual(pauseMs(8, 0));
    expect(await pauseAfter()).toBe(1000);
    jest.useRealTimers();
    await Promise.all([recurring.stop(), end()]);
  });

  it('kicked during a run, runs once more directly after it, never beside it', async () => {
    const { recurring, begun, end } = heldWork();
    recurring.kick();
    recurring.kick();
    recurring.kick();
    expect(begun()).toBe(1);
    await end();
    expect(begun()).toBe(2);
    await Promise.all([recurring.stop(), end()]);
    expect(begun()).toBe(2);
  });

  it('stops when the current run has ended, and begins no other', async () => {
    const { recurring, begun, end } = heldWork();
    recurring.kick();
    let isStopped = false;
    const stopped = recurring.stop().then(() => (isStopped = true));
    await turn();
    expect([isStopped, recurring.isStopping]).toEqual([false, true]);
    await end();
    await stopped;
    recurring.kick();
    expect(begun()).toBe(1);
  });
});
