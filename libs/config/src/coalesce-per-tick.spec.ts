import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { coalescePerTick } from './coalesce-per-tick.js';

describe('coalescePerTick', () => {
  it('does the work once, and not at once', async () => {
    let times = 0;
    const soon = coalescePerTick(() => times++);
    soon();
    soon();
    expect(times).toBe(0);
    await turn();
    expect(times).toBe(1);
    await turn();
    expect(times).toBe(1);
  });

  it('does the work again when it is called again, even by the work itself', async () => {
    let times = 0;
    const soon = coalescePerTick(() => {
      times++;
      if (times < 3) soon();
    });
    soon();
    for (let turns = 0; turns < 4; turns++) await turn();
    expect(times).toBe(3);
  });
});
