import type { Scan } from '#libs/contracts';

/** A carrier's scan is heard by every account that has the parcel; what an account itself says, by that account alone. */
export const isVisibleTo = (scan: Pick<Scan, 'account'>, account: number): boolean =>
  scan.account === undefined || scan.account === account;
