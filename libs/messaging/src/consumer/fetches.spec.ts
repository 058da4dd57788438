import { describe, expect, it } from '@jest/globals';
import { Fetches } from './fetches.js';

const BROKERS = [1, 2] as const;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('what a fetch brings', () => {
  it('is outdated when partitions have come since it was asked for, for as long as it is handed out', async () => {
    const fetches = new Fetches();
    BROKERS.forEach((broker) => fetches.started(broker, 1));
    fetches.ended(1, 1);
    expect(fetches.areOutdated).toBe(false);
    fetches.ended(2, 2); // the join came in between
    expect(fetches.areOutdated).toBe(true);
    await nextTurn();
    fetches.started(2, 2);
    fetches.ended(2, 2);
    expect(fetches.areOutdated).toBe(false);
  });
});
