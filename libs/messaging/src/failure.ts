/** Data exceptions, integrity violations, limits exceeded: the same statement fails the same way for ever. */
const LASTING_SQLSTATE_CLASSES = ['22', '23', '54'];

/**
 * A failure that repeating cannot mend: the message itself cannot be stored, or our code cannot take it.
 * Everything else (broker, database, network) is infrastructure: the offset stays and the batch is tried again.
 */
export function isLasting(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || error instanceof ReferenceError)
    return true;
  const sqlState = (error as { code?: unknown } | null)?.code;
  return typeof sqlState === 'string' && /^[0-9A-Z]{5}$/.test(sqlState) && LASTING_SQLSTATE_CLASSES.includes(sqlState.slice(0, 2));
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** Exponential, with jitter so that many instances do not come back as one. @param random 0 ≤ random < 1 */
export function pauseMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
