/** How long an attempt may take in total, and how much of that passed before its POST. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly before?: { readonly what: string; readonly ms: number } | undefined;
}

/** A step that took less than this share of the time did not cause the time-out and is not mentioned. */
const TOLD_SHARE = 1 / 10;

/** The time that is left for the POST. */
export const leftMs = ({ timeoutMs, before }: TimeLimit): number => Math.max(1, timeoutMs - (before?.ms ?? 0));

/** Words for the attempt log: the receiver's owner knows only the configured time-out. */
export function within(limit: TimeLimit): string {
  const words = `within ${limit.timeoutMs} ms`;
  const slow = slowStartOf(limit);
  return slow ? `${words}, of which ${slow.what} took ${Math.round(slow.ms)} ms` : words;
}

/** The step before the POST, if it took so much time that it must be mentioned. */
export const slowStartOf = ({ timeoutMs, before }: TimeLimit): TimeLimit['before'] =>
  before && before.ms >= timeoutMs * TOLD_SHARE ? before : undefined;
