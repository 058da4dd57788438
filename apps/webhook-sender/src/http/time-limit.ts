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
  const slow = slowStartOf(limit);
  return slow ? `${words}, of which ${slow.what} took ${Math.round(slow.ms)} ms` : words;
}

/** What came before and took so much of the time that it must be told. */
export const slowStartOf = ({ timeoutMs, before }: TimeLimit): TimeLimit['before'] =>
  before && before.ms >= timeoutMs * TOLD_SHARE ? before : undefined;
