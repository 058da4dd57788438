/** How much of an account's work was done at a time. */
export interface Progress {
  readonly account: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** All that was done up to then. */
  readonly done: number;
}

/**
 * The share that the slower account got while every account had work, of the average share: 1 = each got the same, 0 = it got nothing.
 * @param progress ascending by time
 * @param each what every account had to do
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
