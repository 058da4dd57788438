import { describe, expect, it } from '@jest/globals';
import { retryWithBackOff, untilItSucceeds } from './retry-with-back-off.js';

const failing = (times: number): (() => Promise<string>) => {
  let failures = 0;
  return async () => {
    if (failures++ < times) throw new Error(`not there yet (${failures})`);
    return 'there';
  };
};

describe('retryWithBackOff', () => {
  it('tries until it succeeds, and reports the reason of each failure', async () => {
    const told: string[] = [];
    expect(await retryWithBackOff(failing(2), { withinMs: 60_000, onRetry: (reason) => told.push(reason) })).toBe('there');
    expect(told).toEqual(['not there yet (1)', 'not there yet (2)']);
  });

  it('gives up with the last reason when the time is over or waiting cannot help', async () => {
    await expect(retryWithBackOff(failing(9), { withinMs: 0 })).rejects.toThrow('not there yet (1)');
    await expect(retryWithBackOff(failing(9), { withinMs: 60_000, mayRetry: () => false })).rejects.toThrow('not there yet (1)');
  });
});

describe('untilItSucceeds', () => {
  it('tries until it succeeds, and reports each failure with its number', async () => {
    const told: [string, number][] = [];
    expect(await untilItSucceeds(failing(2), (error, failures) => told.push([(error as Error).message, failures]))).toBe('there');
    expect(told).toEqual([
      ['not there yet (1)', 1],
      ['not there yet (2)', 2],
    ]);
  });
});
