import { consignmentIdOf } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import { planErasure } from './erasure-plan.js';

const parcel = { courier: 'acme', trackingNumber: 'AB12' };
const idOf = (account: number, generation: number): string => consignmentIdOf({ ...parcel, account, generation });

describe('planErasure', () => {
  it('for every account takes all generations of the accounts that have the parcel, and marks it for the others', () => {
    const plan = planErasure(parcel, undefined, [
      { account: 1, generation: 2 },
      { account: 3, generation: 1 },
    ]);
    expect(plan.consignments).toEqual([
      { consignmentId: idOf(1, 1), account: 1 },
      { consignmentId: idOf(1, 2), account: 1 },
      { consignmentId: idOf(3, 1), account: 3 },
    ]);
    expect(plan.marks).toEqual([
      { account: 1, generation: 2 },
      { account: 3, generation: 1 },
      { account: 0, generation: 0 },
    ]);
  });

  it('is the same when it was erased before', () => {
    const plan = planErasure(parcel, undefined, [{ account: 0, generation: 0 }]);
    expect([plan.marks, plan.consignments]).toEqual([[{ account: 0, generation: 0 }], []]);
  });

  it('ahead of all messages marks its generation, so that the next parcel of the number is another parcel', () => {
    const plan = planErasure(parcel, undefined, [{ account: 1, generation: 0 }]);
    expect(plan.consignments).toEqual([{ consignmentId: idOf(1, 1), account: 1 }]);
    expect(plan.marks).toEqual([
      { account: 1, generation: 1 },
      { account: 0, generation: 0 },
    ]);
  });

  it('for one account marks only that account, whether it has the parcel or not', () => {
    expect(planErasure(parcel, 1, [{ account: 1, generation: 1 }]).marks).toEqual([{ account: 1, generation: 1 }]);
    expect(planErasure(parcel, 1, []).marks).toEqual([{ account: 1, generation: 0 }]);
  });
});
