import type { Scan } from '#libs/contracts';

/**
 * Returns true when the account gets the scan: carriers' scans go to every account that has the parcel, an account's own scan only to that
 * account.
 */
export const isVisibleTo = (scan: Pick<Scan, 'account'>, account: number): boolean =>
  scan.account === undefined || scan.account === account;
