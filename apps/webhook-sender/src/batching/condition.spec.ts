import { describe, expect, it } from '@jest/globals';
import { Condition } from './condition.js';

const HOUR_MS = 3_600_000;

describe('a condition', () => {
  it('wakes all waiting callers when it is announced', async () => {
    const condition = new Condition();
    const waits = [condition.next(HOUR_MS), condition.next(HOUR_MS)];
    condition.announce();
    await Promise.all(waits);
    expect(condition.waiting).toBe(0);
  });

  it('keeps no listener of a wait that timed out', async () => {
    const condition = new Condition();
    for (let round = 0; round < 3; round++) await condition.next(1);
    expect(condition.waiting).toBe(0);
  });
});
