import { describe, expect, it } from '@jest/globals';
import type { Consignment } from './consignment.js';
import { parcelOf } from './parcel.js';
import { ParcelBook } from './parcel-book.js';

const PARCEL = { courier: 'ups', trackingNumber: '1Z' };
const former = (state: 'armed' | 'disarmed'): Consignment =>
  ({ ...PARCEL, consignmentId: 'former', account: 1, internalDelay: { state, sendDate: '2026-03-01' } }) as Consignment;

describe('a consignment that is retired', () => {
  it.each([
    ['armed', ['former', 'next']],
    ['disarmed', ['next']],
  ] as const)('has its watch taken away if it was %s', (state, watched) => {
    const before = former(state);
    const book = new ParcelBook({ consignments: [before], parkedScans: [], appliedScans: [] });
    book.put(parcelOf(PARCEL), { ...before, isDispatched: true }); // within the same batch
    book.retire(before);
    book.put(parcelOf(PARCEL), { ...former('armed'), consignmentId: 'next' });
    const { current, retired, watches } = book.changes();
    expect(current.map(({ consignmentId }) => consignmentId)).toEqual(['next']);
    expect(retired).toMatchObject([{ consignmentId: 'former', internalDelay: { state: 'disarmed' } }]);
    expect(watches.map(({ consignmentId }) => consignmentId).toSorted()).toEqual(watched);
  });
});
