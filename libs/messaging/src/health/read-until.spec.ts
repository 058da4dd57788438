import { describe, expect, it } from '@jest/globals';
import { type GroupLook, NOTHING_READ, passedOver, type Reading, readOn } from './read-until.js';

const MINUTE = 60_000;

type Positions = readonly (readonly [committed: number, high: number, low?: number])[];

/** Makes looks that are a minute apart. Each partition has its committed offset and its end. */
const looks = (positions: readonly Positions[]): GroupLook[] =>
  positions.map((partitions, minute) => ({
    atMs: minute * MINUTE,
    isWell: true,
    partitions: partitions.map(([committed, high, low = 0], partition) => ({
      id: `scans ${partition}`,
      low: String(low),
      high: String(high),
      committed: String(committed),
    })),
  }));

const readingAfter = (...positions: readonly Positions[]): Reading => looks(positions).reduce(readOn, NOTHING_READ);

describe('messages are read', () => {
  it.each<[string, readonly Positions[], number | undefined]>([
    [
      'until now, where nothing is unread',
      [
        [
          [5, 5],
          [-1, 0],
        ],
      ],
      0,
    ],
    ['until an unknown time while messages from before the first look are unread', [[[3, 5]], [[4, 9]]], undefined],
    ['until the look whose ends were reached, however far the topic has grown', [[[3, 5]], [[4, 9]], [[5, 12]]], 0],
    ['then until the next such look', [[[3, 5]], [[5, 9]], [[7, 12]], [[9, 15]]], 1],
    [
      'until an unknown time while one partition is behind',
      [
        [
          [3, 5],
          [0, 2],
        ],
        [
          [9, 9],
          [1, 2],
        ],
      ],
      undefined,
    ],
    [
      'until now, once all partitions have caught up',
      [
        [
          [3, 5],
          [0, 2],
        ],
        [
          [9, 9],
          [2, 2],
        ],
      ],
      1,
    ],
    ['where retention has removed unread messages', [[[-1, 5, 5]]], 0],
    ['where a topic was created again', [[[7, 9]], [[0, 0]], [[1, 1]]], 2],
    [
      'where a partition has disappeared',
      [
        [
          [5, 5],
          [0, 2],
        ],
        [[5, 6]],
      ],
      0,
    ],
  ])('%s', (_, positions, minute) => {
    expect(readingAfter(...positions).untilMs).toBe(minute === undefined ? undefined : minute * MINUTE);
  });

  it('until the same time while the group falls behind, and when it is set back', () => {
    expect(readingAfter([[5, 5]], [[5, 9]], [[6, 9]]).untilMs).toBe(0);
    expect(readingAfter([[5, 5]], [[0, 5]], [[4, 5]]).untilMs).toBe(0);
  });
});

describe('after the clock was set back by an hour', () => {
  const setBack = (...positions: readonly Positions[]): GroupLook[] =>
    looks(positions).map((look) => ({ ...look, atMs: look.atMs - 60 * MINUTE }));
  const readUntilMs = (before: readonly Positions[], after: readonly Positions[]): number | undefined =>
    [...looks(before), ...setBack(...after)].reduce(readOn, NOTHING_READ).untilMs;

  it.each<[string, readonly Positions[], readonly Positions[], number | undefined]>([
    ['a time in the future is forgotten', [[[5, 5]]], [[[5, 9]]], undefined],
    ['the marked ends of a look in the future are forgotten', [[[3, 5]]], [[[3, 9]], [[5, 9]]], undefined],
    ['new looks count by the present clock', [[[5, 5]]], [[[5, 9]], [[9, 12]]], -60],
    ['the time is known at once where nothing is unread', [[[5, 5]]], [[[5, 5]]], -60],
  ])('%s', (_, before, after, minute) => {
    expect(readUntilMs(before, after)).toBe(minute === undefined ? undefined : minute * MINUTE);
  });
});

describe('a partition without progress', () => {
  const behind = (committed: number, minute: number, isWell = true): GroupLook => ({
    atMs: minute * MINUTE,
    isWell,
    partitions: [
      { id: 'scans 0', low: '0', high: '9', committed: String(committed) },
      { id: 'scans 1', low: '0', high: '9', committed: '9' },
    ],
  });
  const minutes = (count: number, from = 0): number[] => Array.from({ length: count }, (_, minute) => from + minute);

  it('holds back the time for an hour, not for ever', () => {
    const known = minutes(60).reduce((reading, minute) => readOn(reading, behind(8, minute)), NOTHING_READ);
    expect(known.untilMs).toBeUndefined();
    const later = readOn(known, behind(8, 60));
    expect(later.untilMs).toBe(60 * MINUTE);
    expect(passedOver(later)).toEqual(['scans 0']);
  });

  it('counts from when it was first seen behind, and from when it last moved', () => {
    const caughtUp = readOn(readOn(NOTHING_READ, behind(9, 0)), behind(7, 300));
    const known = minutes(60, 301).reduce((reading, minute) => readOn(reading, behind(8, minute)), caughtUp);
    expect(known.untilMs).toBe(0);
  });

  it.each<[string, readonly GroupLook[]]>([
    ['the thing that it waits for is down', [...minutes(600).map((minute) => behind(8, minute, false)), behind(8, 600)]],
    ['no look was possible', [behind(8, 0), behind(8, 600)]],
  ])('holds back the time as long as %s', (_, looksAt) => {
    expect(looksAt.reduce(readOn, NOTHING_READ).untilMs).toBeUndefined();
  });
});
