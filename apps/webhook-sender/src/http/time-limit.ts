/** How long an attempt may take in all, and what has gone of that before its POST. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly before?: { readonly what: string; readonly ms: number } | undefined;
}

/** A step that took less than this share of the time is not mentioned: it did not cause the time-out. */
const TOLD_SHARE = 1 / 10;

/** What is left for the POST. */
export const leftMs = ({ timeoutMs, before }: TimeLimit): number => Math.max(1, timeoutMs - (before?.ms ?? 0));

/** For the attempt log: the receiver knows the time-out it has asked for, and no other. */
export function within({ timeoutMs, before }: TimeLimit): string {
  const limit = `within ${timeoutMs} ms`;
  return before && before.ms >= timeoutMs * TOLD_SHARE ? `${limit}, of which ${before.what} took ${Math.round(before.ms)} ms` : limit;
}
