// Plans which ids an erasure covers.
import { consignmentIdOf, parcelIdOf } from '#libs/contracts';
import type { ParcelName } from '../consignment/parcel.js';
import { EVERY_ACCOUNT } from '../batch/parcel-unit-of-work.js';

/** An account that has or had the parcel, with its newest generation; 0 = none yet. */
export interface Holder {
  readonly account: number;
  readonly generation: number;
}

export interface ErasurePlan extends ParcelName {
  readonly parcelId: string;
  /** undefined = all accounts. */
  readonly account: number | undefined;
  /** The marks that stay behind in erased_parcel. */
  readonly marks: readonly Holder[];
  /** Every consignment of the parcel, present or past. */
  readonly consignments: readonly { readonly consignmentId: string; readonly account: number }[];
}

/** @param known the holders in scope: one account's, or everybody's */
export function planErasure(parcel: ParcelName, account: number | undefined, known: readonly Holder[]): ErasurePlan {
  const holders = known.map(withFirstGeneration);
  const marks = holders.some((holder) => holder.account === (account ?? EVERY_ACCOUNT))
    ? holders
    : [...holders, { account: account ?? EVERY_ACCOUNT, generation: 0 }];
  return {
    ...parcel,
    parcelId: parcelIdOf(parcel),
    account,
    marks,
    consignments: holders.flatMap((holder) => consignmentsOf(parcel, holder)),
  };
}

/**
 * Always includes the first generation: a topic may hold its record although no table does. The mark must say so too; otherwise the next
 * parcel of the number would become that generation and be left out as erased.
 */
const withFirstGeneration = ({ account, generation }: Holder): Holder => ({
  account,
  generation: account === EVERY_ACCOUNT ? generation : Math.max(1, generation),
});

function consignmentsOf(parcel: ParcelName, { account, generation }: Holder): { consignmentId: string; account: number }[] {
  if (account === EVERY_ACCOUNT) return [];
  return Array.from({ length: generation }, (_, index) => ({
    consignmentId: consignmentIdOf({ ...parcel, account, generation: index + 1 }),
    account,
  }));
}
