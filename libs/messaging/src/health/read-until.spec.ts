import { describe, expect, it } from '@jest/globals';
import { type GroupLook, NOTHING_READ, passedOver, type Reading, readOn } from './read-until.js';

const MINUTE = 60_000;

type Positions = readonly (readonly [committed: number, high: number, low?: number])[];

/** Looks a minute apart: of each partition where the group stands and where it ends. */
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

describe('what is published is read', () => {
  it.each<[string, readonly Positions[], number | undefined]>([
    [
      'until now, where nothing waits',
      [
        [
          [5, 5],
          [-1, 0],
        ],
      ],
      0,
    ],
    ['is unknown while something of before the first look waits', [[[3, 5]], [[4, 9]]], undefined],
    ['until the moment whose ends were reached, however far the topic has grown', [[[3, 5]], [[4, 9]], [[5, 12]]], 0],
    ['then until the next such moment', [[[3, 5]], [[5, 9]], [[7, 12]], [[9, 15]]], 1],
    [
      'not as long as one partition of them is behind',
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
      'until now, once all have caught up',
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
    ['where retention has removed what was not read', [[[-1, 5, 5]]], 0],
    ['where a topic was made again', [[[7, 9]], [[0, 0]], [[1, 1]]], 2],
    [
      'where a partition has gone',
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

  it('keeps what it knows while the group falls behind, and when it is set back', () => {
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
    ['what was read until a moment that is still to come is forgotten', [[[5, 5]]], [[[5, 9]]], undefined],
    ['the ends of such a moment are forgotten', [[[3, 5]]], [[[3, 9]], [[5, 9]]], undefined],
    ['it goes on by the clock as it is now', [[[5, 5]]], [[[5, 9]], [[9, 12]]], -60],
    ['it is known at once where nothing waits', [[[5, 5]]], [[[5, 5]]], -60],
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

  it('holds up the others for an hour, not for ever', () => {
    const known = minutes(60).reduce((reading, minute) => readOn(reading, behind(8, minute)), NOTHING_READ);
    expect(known.untilMs).toBeUndefined();
    const later = readOn(known, behind(8, 60));
    expect(later.untilMs).toBe(60 * MINUTE);
    expect(passedOver(later)).toEqual(['scans 0']);
  });

  it('does so from when it was first seen behind, and when it last moved', () => {
    const caughtUp = readOn(readOn(NOTHING_READ, behind(9, 0)), behind(7, 300));
    const known = minutes(60, 301).reduce((reading, minute) => readOn(reading, behind(8, minute)), caughtUp);
    expect(known.untilMs).toBe(0);
  });

  it.each<[string, readonly GroupLook[]]>([
    ['what it waits for is down', [...minutes(600).map((minute) => behind(8, minute, false)), behind(8, 600)]],
    ['no look was possible', [behind(8, 0), behind(8, 600)]],
  ])('is waited for as long as %s', (_, looksAt) => {
    expect(looksAt.reduce(readOn, NOTHING_READ).untilMs).toBeUndefined();
  });
});
