import { setTimeout as pause } from 'node:timers/promises';

/** To look is work for the broker and the database, and takes a core that is measured: seldom while much is left, often towards the end. */
const LOOK_MS = { least: 50, most: 2_000 };
/** Looks are this part of the time apart that the rest will take. */
const LOOK_SHARE = 1 / 3;
/** Slow is not broken; standing still is. */
const STANDSTILL_MS = 60_000;

/** Resolves when nothing is left. @param mostMs longest time between two looks @throws when it stands still */
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
