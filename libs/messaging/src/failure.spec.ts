import { describe, expect, it } from '@jest/globals';
import { isLasting, pauseMs } from './failure.js';

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

describe('isLasting', () => {
  it.each([
    ['an invalid text representation', withCode('22P02'), true],
    ['an index row that is too large', withCode('54000'), true],
    ['a fault of our own', new TypeError('x is undefined'), true],
    ['a deadlock', withCode('40P01'), false],
    ['the database going down', withCode('57P01'), false],
    ['out of shared memory', withCode('53200'), false],
    ['a refused connection', withCode('ECONNREFUSED'), false],
    ['a broker without leader', new Error('There is no leader'), false],
  ])('%s', (_, error, expected) => {
    expect(isLasting(error)).toBe(expected);
  });
});

describe('pauseMs', () => {
  it('doubles from 200 ms to 10 s and spreads over the upper half', () => {
    expect([1, 2, 3, 20].map((failures) => pauseMs(failures, 1))).toEqual([200, 400, 800, 10_000]);
    expect(pauseMs(20, 0)).toBe(5_000);
  });
});
