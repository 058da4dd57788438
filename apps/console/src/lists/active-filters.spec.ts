import { expect, it } from '@jest/globals';
import { activeFilters } from './active-filters.js';

it.each([
  [{}, 0],
  [{ status: 'pending', event: undefined }, 1],
  [{ from: '2026-03-29T10:00:00Z', to: '2026-03-30T10:00:00Z', orderNo: '1' }, 2],
  [{ to: '2026-03-30T10:00:00Z' }, 1],
])('counts the filters %j: %d', (filters, count) => {
  expect(activeFilters(filters)).toBe(count);
});
