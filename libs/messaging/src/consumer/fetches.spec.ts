import { describe, expect, it } from '@jest/globals';
import { Fetches } from './fetches.js';

const BROKERS = [1, 2] as const;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('the batches of a fetch', () => {
  it('are outdated when a join came after the fetch began, for the turn in which they are handed out', async () => {
    const fetches = new Fetches();
    BROKERS.forEach((broker) => fetches.started(broker, 1));
    fetches.ended(1, 1);
    expect(fetches.areOutdated).toBe(false);
    fetches.ended(2, 2); // after a join
    expect(fetches.areOutdated).toBe(true);
    await nextTurn();
    fetches.started(2, 2);
    fetches.ended(2, 2);
    expect(fetches.areOutdated).toBe(false);
  });
});
