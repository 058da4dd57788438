import { setTimeout as pause } from 'node:timers/promises';

/**
 * The interval of looks, ms. A look costs the broker and the database time on a measured core: look rarely while much is left, and often
 * towards the end.
 */
const LOOK_MS = { least: 50, most: 2_000 };
/** The interval as a share of the estimated remaining time. */
const LOOK_SHARE = 1 / 3;
/** Slow progress is valid; no progress for this long is broken. */
const STANDSTILL_MS = 60_000;

/**
 * Resolves when nothing is left.
 * @param mostMs the longest time between two looks
 * @throws when nothing moves for a minute
 */
export async function untilNone(left: () => Promise<number>, mostMs = LOOK_MS.most): Promise<void> {
  const begunMs = Date.now();
  let [first, least, movedAtMs] = [Number.NaN, Number.POSITIVE_INFINITY, begunMs];
  for (;;) {
    const now = await left();
    if (now <= 0) return;
    if (Number.isNaN(first)) first = now;
    if (now < least) [least, movedAtMs] = [now, Date.now()];
    if (Date.now() - movedAtMs > STANDSTILL_MS) throw new Error(`the run is broken: nothing has moved for a minute, ${now} left`);
    const restMs = (now / (first - now)) * (Date.now() - begunMs);
    await pause(Number.isFinite(restMs) ? Math.min(mostMs, Math.max(LOOK_MS.least, restMs * LOOK_SHARE)) : LOOK_MS.least);
  }
}
