import { describe, expect, it } from '@jest/globals';
import { untilItStands } from './patience.js';

const failing = (times: number): (() => Promise<string>) => {
  let failures = 0;
  return async () => {
    if (failures++ < times) throw new Error(`not there yet (${failures})`);
    return 'there';
  };
};

describe('untilItStands', () => {
  it('tries until it succeeds and tells each time why not', async () => {
    const told: string[] = [];
    expect(await untilItStands(failing(2), { withinMs: 60_000, onVain: (reason) => told.push(reason) })).toBe('there');
    expect(told).toEqual(['not there yet (1)', 'not there yet (2)']);
  });

  it('gives up with the last reason when the time is over, or waiting cannot help', async () => {
    await expect(untilItStands(failing(9), { withinMs: 0 })).rejects.toThrow('not there yet (1)');
    await expect(untilItStands(failing(9), { withinMs: 60_000, mayWait: () => false })).rejects.toThrow('not there yet (1)');
  });
});
