/** How much of an account's work was done at a time. */
export interface Progress {
  readonly account: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** Everything that was done until then. */
  readonly done: number;
}

/**
 * Returns the slower account's share of the average, over the time in which every account had work: 1 = all got the same, 0 = it got
 * nothing.
 * @param progress ascending by time
 * @param each the work of each account
 */
export function fairShare(progress: readonly Progress[], each: number): number | undefined {
  const accounts = [...new Set(progress.map(({ account }) => account))];
  const firstEndMs = progress.find(({ done }) => done >= each)?.atMs;
  if (firstEndMs === undefined || accounts.length < 2) return undefined;
  const doneThen = accounts.map((account) => doneBy(progress, account, firstEndMs));
  const average = doneThen.reduce((sum, done) => sum + done, 0) / accounts.length;
  return Math.min(...doneThen) / average;
}

const doneBy = (progress: readonly Progress[], account: string, atMs: number): number =>
  progress.filter((each) => each.account === account && each.atMs <= atMs).reduce((most, { done }) => Math.max(most, done), 0);
