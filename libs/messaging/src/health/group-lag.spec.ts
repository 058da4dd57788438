import { describe, expect, it } from '@jest/globals';
import { depthOf, lagOf } from './group-lag.js';

const ranges = [
  { partition: 0, low: '0', high: '10' },
  { partition: 1, low: '90', high: '100' },
];

describe('lagOf', () => {
  it.each([
    ['counts messages behind the committed offset', ['4', '97'], [6, 3]],
    ['counts all messages where nothing is committed', ['-1', '-1'], [10, 10]],
    ['does not count messages that retention has removed', ['0', '5'], [10, 10]],
    ['is 0 at the end, and 0 where a topic was created again', ['10', '300'], [0, 0]],
  ])('%s', (_, offsets, expected) => {
    const committed = offsets.map((offset, partition) => ({ partition, offset }));
    expect(lagOf(ranges, committed).map(({ lag }) => lag)).toEqual(expected);
  });

  it('counts partitions that the group has never read', () => {
    expect(lagOf(ranges, [{ partition: 0, offset: '10' }])).toEqual([
      { partition: 0, lag: 0 },
      { partition: 1, lag: 10 },
    ]);
  });
});

describe('depthOf', () => {
  it('adds up the messages of all partitions', () => {
    expect(depthOf(ranges)).toBe(20);
  });
});
