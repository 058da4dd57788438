const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Returns the pause before the next try, ms. It grows exponentially, with jitter so that many instances do not retry at the same moment.
 * Every wait for a broker, a database or a proxy uses it.
 * @param failures so far, 1 or more
 * @param random 0 ≤ random < 1
 */
export function pauseMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
