import { describe, expect, it } from '@jest/globals';
import { labelPlaces, niceMax, segmentsOf } from './chart-scale.js';

describe('a chart', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [870, 1000],
    [51_000, 100_000],
  ])('of at most %d ends at %d', (value, max) => {
    expect(niceMax(value)).toBe(max);
  });

  it('draws a line in parts, with gaps where nothing is known', () => {
    expect(segmentsOf([null, 1, 2, null, 3, null])).toEqual([
      [
        { place: 1, value: 1 },
        { place: 2, value: 2 },
      ],
      [{ place: 4, value: 3 }],
    ]);
    expect(segmentsOf([null])).toEqual([]);
  });

  it('has few labels at equal distances', () => {
    expect([labelPlaces(24, 6), labelPlaces(3, 6), labelPlaces(61, 6)]).toEqual([
      [0, 4, 8, 12, 16, 20],
      [0, 1, 2],
      [0, 11, 22, 33, 44, 55],
    ]);
  });
});
