import { describe, expect, it } from '@jest/globals';
import type { Consignment } from '../consignment/consignment.js';
import { parcelOf } from '../consignment/parcel.js';
import { ParcelUnitOfWork } from './parcel-unit-of-work.js';

const PARCEL = { courier: 'ups', trackingNumber: '1Z' };
const previous = (state: 'armed' | 'disarmed'): Consignment =>
  ({ ...PARCEL, consignmentId: 'previous', account: 1, internalDelay: { state, sendDate: '2026-03-01' } }) as Consignment;

describe('a consignment that is retired', () => {
  it.each([
    ['armed', ['next', 'previous']],
    ['disarmed', ['next']],
  ] as const)('changes its watch if it was %s', (state, watched) => {
    const before = previous(state);
    const unitOfWork = new ParcelUnitOfWork({ consignments: [before], orphanScans: [], appliedScans: [] });
    unitOfWork.put(parcelOf(PARCEL), { ...before, isDispatched: true }); // in the same batch
    unitOfWork.retire(before);
    unitOfWork.put(parcelOf(PARCEL), { ...previous('armed'), consignmentId: 'next' });
    const { current, retired, watches } = unitOfWork.changes();
    expect(current.map(({ consignmentId }) => consignmentId)).toEqual(['next']);
    expect(retired).toMatchObject([{ consignmentId: 'previous', internalDelay: { state: 'disarmed' } }]);
    expect(watches.map(({ consignmentId }) => consignmentId).toSorted()).toEqual(watched);
  });
});
