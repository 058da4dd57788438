import { describe, expect, it } from '@jest/globals';
import { toneOf, toParcelFilter } from './parcel-filter.js';

describe('the filter of parcels', () => {
  it('is the search part of the address, in the words of the API', () => {
    expect(toParcelFilter({})).toEqual({});
    expect(toParcelFilter({ zone: 'utc', from: '2026-03-29T10:00:00.000Z' })).toEqual({ from: '2026-03-29T10:00:00.000Z' });
    expect(toParcelFilter({ q: '0034', status: 'Delivered', failing: '1' })).toEqual({ q: '0034', status: 'Delivered', failing: 'true' });
  });
});

describe('the tone of a status', () => {
  it.each([
    ['Delivered', 'good'],
    ['FailedAttemptFirst', 'bad'],
    ['ReturnInProcess', 'bad'],
    ['unmapped', 'bad'],
    ['InTransit', 'moving'],
    ['Pending', 'quiet'],
  ])('%s: %s', (status, tone) => {
    expect(toneOf(status)).toBe(tone);
  });
});
