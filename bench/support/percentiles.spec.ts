import { describe, expect, it } from '@jest/globals';
import { median, percentile, round } from './percentiles.js';

describe('percentile', () => {
  it.each([
    [0, 1],
    [0.5, 6],
    [0.9, 10],
    [0.99, 10],
    [1, 10],
  ])('share %d of 1 … 10 is %d, in any order', (share, expected) => {
    expect(percentile([10, 1, 9, 2, 8, 3, 7, 4, 6, 5], share)).toBe(expected);
  });

  it('sorts by number, not by text', () => {
    expect(percentile([100, 9, 20], 0)).toBe(9);
  });

  it('is NaN without values', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('median', () => {
  it.each([
    [[3], 3],
    [[30, 1, 2], 2],
    [[4, 1, 2, 100], 3],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

it.each([
  [1234.5, 1230],
  [0.012345, 0.0123],
  [7, 7],
])('%d is rounded to %d', (value, expected) => {
  expect(round(value)).toBe(expected);
});
