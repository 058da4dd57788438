import { describe, expect, it } from '@jest/globals';
import { isSameExpectedDelivery, parseExpectedDelivery } from './expected-delivery.js';

const DAY = { startDate: '2026-03-29', endDate: '2026-03-29' };

describe('parseExpectedDelivery (edge case 15)', () => {
  it.each([
    ['a date', { start_date: '2026-03-29', end_date: '2026-03-29' }, DAY],
    ['a date without its end', { start_date: '2026-03-29' }, DAY],
    ['a range', { start_date: '2026-03-29', end_date: '2026-03-31' }, { startDate: '2026-03-29', endDate: '2026-03-31' }],
    [
      'a window',
      { start_date: '2026-03-29', start_time: '10:00', end_time: '14:00:30' },
      { ...DAY, startTime: '10:00:00', endTime: '14:00:30' },
    ],
    ['one time', { start_date: '2026-03-29', start_time: '10:00' }, { ...DAY, startTime: '10:00:00', endTime: '10:00:00' }],
    ['an end alone', { start_date: '2026-03-29', end_time: '14:00' }, { ...DAY, startTime: '14:00:00', endTime: '14:00:00' }],
    [
      'times on a range of days, which are dropped',
      { start_date: '2026-03-29', end_date: '2026-03-30', start_time: '10:00', end_time: '14:00' },
      { startDate: '2026-03-29', endDate: '2026-03-30' },
    ],
    ['empty times', { start_date: '2026-03-29', end_date: '', start_time: '', end_time: '' }, DAY],
    [
      'an empty end',
      { start_date: '2026-03-29', start_time: '10:00', end_time: '' },
      { ...DAY, startTime: '10:00:00', endTime: '10:00:00' },
    ],
    ['null times', { start_date: '2026-03-29', start_time: null, end_time: null }, DAY],
  ])('%s', (_, eta, expected) => {
    expect(parseExpectedDelivery(eta)).toEqual(expected);
  });

  it.each([
    ['an end before the start', { start_date: '2026-03-31', end_date: '2026-03-29' }],
    ['a window over midnight', { start_date: '2026-03-29', start_time: '22:00', end_time: '02:00' }],
    ['30 February', { start_date: '2026-02-30' }],
    ['no start', { end_date: '2026-03-29' }],
    ['a time that is not one', { start_date: '2026-03-29', start_time: '25:00' }],
    ['text', '2026-03-29'],
    ['a list', ['2026-03-29']],
    ['an empty object', {}],
  ])('%s makes no sense', (_, eta) => {
    expect(parseExpectedDelivery(eta)).toBeUndefined();
  });
});

describe('isSameExpectedDelivery', () => {
  it('compares every part', () => {
    expect(isSameExpectedDelivery(DAY, { ...DAY })).toBe(true);
    expect(isSameExpectedDelivery(DAY, { ...DAY, startTime: '10:00:00', endTime: '12:00:00' })).toBe(false);
    expect(isSameExpectedDelivery(DAY, null)).toBe(false);
    expect(isSameExpectedDelivery(null, null)).toBe(true);
  });
});
