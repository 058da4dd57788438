import { describe, expect, it } from '@jest/globals';
import { isHalfParcel, rareFilters, toDeliveryFilter } from './delivery-filter.js';

describe('the filter of deliveries', () => {
  it('is the search part of the address, in the words of the API', () => {
    expect(toDeliveryFilter({ status: 'pending', kind: 'operational', httpStatus: '503', live: '1' })).toEqual({
      status: 'pending',
      kind: 'operational',
      httpStatus: 503,
    });
  });

  it('takes courier and tracking number only together', () => {
    expect(toDeliveryFilter({ courier: 'gls', trackingNumber: '1' })).toEqual({ courier: 'gls', trackingNumber: '1' });
    expect(toDeliveryFilter({ courier: 'gls' })).toEqual({});
    expect([isHalfParcel({ courier: 'gls' }), isHalfParcel({ courier: 'gls', trackingNumber: '1' }), isHalfParcel({})]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('counts the filters under “More filters”', () => {
    expect(rareFilters({ status: 'pending', from: '2026-03-29T10:00:00Z', eventid: 'x' })).toBe(1);
  });
});
