/** How long things take in this run: production's minutes and hours in a few seconds. Milliseconds. */
export interface Scale {
  /** Half an hour in production. */
  readonly retryDelayMs: number;
  /** Longest wait behind an open circuit: eight hours. */
  readonly maxWaitMs: number;
  /** How long a process is paused: longer than a session of the group (10 s). */
  readonly stillMs: number;
  /** Other faults that last. */
  readonly lastsMs: number;
  /** DATABASE_STATEMENT_TIMEOUT_MS. */
  readonly statementTimeoutMs: number;
  /** A table locked: for longer than a statement may take. */
  readonly lockMs: number;
  /** All receivers down: an hour, as two pauses between retries are. */
  readonly stormMs: number;
}

const LONG_RUN_MINUTES = 15;
/** As much as a pull request can wait for. */
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
