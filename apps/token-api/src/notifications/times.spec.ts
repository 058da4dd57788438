import { describe, expect, it } from '@jest/globals';
import { asTimes, nextTimeMs } from './times.js';

describe('a list of times', () => {
  it.each([
    ['5', [5]],
    ['1000, 60000,3600000', [1000, 60_000, 3_600_000]],
  ])('%s', (text, expected) => {
    expect(asTimes(text)).toEqual(expected);
  });

  it.each(['', '0', '-1', '1.5', '5,5', '60,5', '1,,2', 'soon'])('is refused: %j', (text) => {
    expect(() => asTimes(text)).toThrow('must be times in ms');
  });
});

describe('a series with events after 1, 6 and 24 hours, then daily', () => {
  it.each([
    [0, 1],
    [0.99, 1],
    [1, 6],
    [7, 24],
    [24, 48],
    [71, 72],
    [72, 96],
  ])('%s hours after its beginning has its next event after %s', (elapsed, expected) => {
    expect(nextTimeMs([1, 6, 24], elapsed)).toBe(expected);
  });
});
