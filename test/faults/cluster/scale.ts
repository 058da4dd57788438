/** Durations of this run in milliseconds: minutes and hours of production shrink to a few seconds. */
export interface Scale {
  /** Half an hour in production. */
  readonly retryDelayMs: number;
  /** The longest wait behind an open circuit; eight hours in production. */
  readonly maxWaitMs: number;
  /** How long a process is paused: longer than the session time-out of its group (10 s). */
  readonly stillMs: number;
  /** How long other lasting faults last. */
  readonly lastsMs: number;
  /** Value of DATABASE_STATEMENT_TIMEOUT_MS. */
  readonly statementTimeoutMs: number;
  /** How long a table is locked: longer than a statement may take. */
  readonly lockMs: number;
  /** How long all receivers are down: an hour in production, which is two pauses between retries. */
  readonly stormMs: number;
}

const LONG_RUN_MINUTES = 15;
/** Longest run that a pull request can wait for. */
const SHORT_RUN_MINUTES = 1;

export function scaleFor(minutes: number, stillSeconds?: number): Scale {
  const isLong = minutes >= LONG_RUN_MINUTES;
  const isShort = minutes <= SHORT_RUN_MINUTES;
  const retryDelayMs = isLong ? 8_000 : isShort ? 600 : 2_000;
  return {
    retryDelayMs,
    maxWaitMs: 16 * retryDelayMs,
    stillMs: stillSeconds === undefined ? (isLong ? 60_000 : 12_000) : stillSeconds * 1_000,
    lastsMs: isLong ? 30_000 : isShort ? 3_000 : 6_000,
    lockMs: isLong ? 40_000 : 12_000,
    statementTimeoutMs: isLong ? 30_000 : 10_000,
    stormMs: 2 * retryDelayMs + 1_000,
  };
}
