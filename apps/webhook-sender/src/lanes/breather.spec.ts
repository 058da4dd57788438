import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '#libs/config';
import { Breather } from './breather.service.js';

describe('Breather', () => {
  let isBurning = false;
  afterEach(() => {
    isBurning = false;
  });

  /** Leaves the event loop no time to wait, as thousands of POSTs do. */
  function burn(): void {
    isBurning = true;
    const turn = (): void => {
      const untilMs = performance.now() + 20;
      while (performance.now() < untilMs);
      if (isBurning) setImmediate(turn);
    };
    setImmediate(turn);
  }

  it('goes on at once where there is room', async () => {
    let looks = 0;
    await new Breather(systemClock).breathe(() => ++looks > 0);
    expect(looks).toBe(1);
  });

  it('gives a slow receiver up after half a second', async () => {
    const begunMs = performance.now();
    await new Breather(systemClock).breathe(() => false);
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(490);
  });

  it('waits longer for room that only this process is slow to make', async () => {
    const begunMs = performance.now();
    burn();
    let hasRoom = false;
    await new Breather(systemClock).breathe(() => (hasRoom = performance.now() - begunMs > 1_000));
    expect(hasRoom).toBe(true);
  });
});
