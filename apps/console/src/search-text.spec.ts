import { describe, expect, it } from '@jest/globals';
import { parseSearchText, pickTexts, toSearchText } from './search-text.js';

describe('the search part of an address', () => {
  it.each([{}, { q: '00340434161094042557' }, { q: 'a b&c=d', status: 'pending' }])('is read as it was written: %o', (search) => {
    expect(parseSearchText(toSearchText(search))).toEqual(search);
  });

  it('leaves out empty values, and fields that a view does not know', () => {
    expect(toSearchText({ a: undefined, b: '', c: null, d: 1 })).toBe('?d=1');
    expect(pickTexts('q', 'status')({ q: 'x', status: '', other: 'y' })).toEqual({ q: 'x' });
  });
});
