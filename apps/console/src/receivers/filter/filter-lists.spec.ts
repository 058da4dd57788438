import { describe, expect, it } from '@jest/globals';
import { changedLists, NO_FILTER } from './filter-lists.js';
import type { Filter } from './wish.js';

describe('changes of a filter', () => {
  it('are only the lists that differ', () => {
    const before: Filter = { ...NO_FILTER, couriers: ['dhl'], clients: ['a'] };
    expect(changedLists(before, { ...before, couriers: [], languages: ['de'] })).toEqual({ couriers: [], languages: ['de'] });
    expect(changedLists(before, { ...before })).toEqual({});
  });
});
