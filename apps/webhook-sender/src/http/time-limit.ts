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
export function within(limit: TimeLimit): string {
  const words = `within ${limit.timeoutMs} ms`;
  return hasSlowStart(limit) ? `${words}, of which ${limit.before.what} took ${Math.round(limit.before.ms)} ms` : words;
}

export const hasSlowStart = (limit: TimeLimit): limit is Required<TimeLimit> & { before: object } =>
  limit.before !== undefined && limit.before.ms >= limit.timeoutMs * TOLD_SHARE;
