import { describe, expect, it } from '@jest/globals';
import { depthOf, lagOf } from './group-lag.js';

const ends = [
  { partition: 0, low: '0', high: '10' },
  { partition: 1, low: '90', high: '100' },
];

describe('lagOf', () => {
  it.each([
    ['is what lies behind the committed offset', ['4', '97'], [6, 3]],
    ['is all that lies there where nothing is committed', ['-1', '-1'], [10, 10]],
    ['does not count what retention has removed', ['0', '5'], [10, 10]],
    ['is nothing at the end, and nothing where a topic was made again', ['10', '300'], [0, 0]],
  ])('%s', (_, offsets, expected) => {
    const committed = offsets.map((offset, partition) => ({ partition, offset }));
    expect(lagOf(ends, committed).map(({ lag }) => lag)).toEqual(expected);
  });

  it('knows partitions of which the group has never heard', () => {
    expect(lagOf(ends, [{ partition: 0, offset: '10' }])).toEqual([
      { partition: 0, lag: 0 },
      { partition: 1, lag: 10 },
    ]);
  });
});

describe('depthOf', () => {
  it('adds up what lies in all partitions', () => {
    expect(depthOf(ends)).toBe(20);
  });
});
