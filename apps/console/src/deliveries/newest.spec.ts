import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { freshIds, type Pages, withNewest } from './newest.js';

/** Delivery 9 is newer than delivery 1. */
const page = (ids: readonly number[], nextCursor: string | null, status = 'pending'): Schemas['DeliveryPage'] => ({
  nextCursor,
  deliveries: ids.map((id) => ({ deliveryId: String(id), createdAt: `2026-03-29T10:00:0${id}.000Z`, status }) as Schemas['Delivery']),
});
const loaded: Pages = { pages: [page([6, 5, 4], 'c4'), page([3, 2, 1], null)], pageParams: ['', 'c4'] };
const idsOf = ({ pages }: Pages): string[][] => pages.map(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId));

describe('the newest page joined with the loaded pages', () => {
  it('puts new rows on top and updates the others', () => {
    const newest = page([8, 7, 6, 5], 'c5', 'delivered');
    const after = withNewest(loaded, newest);
    expect(idsOf(after)).toEqual([
      ['8', '7', '6', '5', '4'],
      ['3', '2', '1'],
    ]);
    expect(after.pages[0]!.deliveries[2]!.status).toBe('delivered');
    expect(freshIds(loaded, newest)).toEqual(['8', '7']);
  });

  it('drops a row that no longer matches', () => {
    expect(idsOf(withNewest(loaded, page([7, 6, 4], 'c4')))[0]).toEqual(['7', '6', '4']);
    expect(idsOf(withNewest(loaded, page([], null)))).toEqual([[], []]);
  });

  it('starts over if more rows came than one page holds', () => {
    expect(withNewest(loaded, page([9, 8], 'c8'))).toEqual({ pages: [page([9, 8], 'c8')], pageParams: [''] });
  });

  const many = (length: number, before: string): Schemas['DeliveryPage'] => ({
    nextCursor: 'more',
    deliveries: Array.from(
      { length },
      (_, id) => ({ deliveryId: `${before}${id}`, createdAt: '2026-03-29T09:00:00.000Z', status: 'pending' }) as Schemas['Delivery'],
    ),
  });

  it('drops the oldest pages of a long list', () => {
    const first = page([6, 5, 4], 'c4');
    const long: Pages = { pages: [first, many(4_000, 'a'), many(4_000, 'b')], pageParams: ['', 'c4', 'more'] };
    const { pages, pageParams } = withNewest(long, page([7, 6, 5, 4], 'c4'));
    expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([4, 4_000]);
    expect(pageParams).toEqual(['', 'c4']);
  });

  it('starts over if the first page alone is too long', () => {
    const newest = page([6, 5], 'c5');
    const grown: Pages = {
      pages: [{ ...many(5_000, 'a'), deliveries: [...page([6], null).deliveries, ...many(5_000, 'a').deliveries] }],
      pageParams: [''],
    };
    expect(withNewest(grown, newest)).toEqual({ pages: [newest], pageParams: [''] });
  });

  it('fills an empty list', () => {
    expect(idsOf(withNewest({ pages: [page([], null)], pageParams: [''] }, page([1], null)))).toEqual([['1']]);
  });
});
