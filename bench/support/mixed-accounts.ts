/** Accounts 1 to `healthy`, and bad accounts that get `share` of all events together. */
interface Mix {
  readonly share: number;
  readonly healthy: number;
}

/** @returns the account of the n-th event: the healthy accounts in turn, and at intervals a bad account */
export function mixed(bad: readonly number[], { share, healthy }: Mix): (index: number) => number {
  let credit = 0;
  let turn = 0;
  return (index) => {
    credit += share;
    if (credit < 1 || bad.length === 0) return 1 + (index % healthy);
    credit -= 1;
    return bad[turn++ % bad.length]!;
  };
}
