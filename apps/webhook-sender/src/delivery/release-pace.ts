/** Retries that were let go within this are still on their way to a lane. */
const ON_THEIR_WAY_MS = 100;
/** Enough for lanes never to run dry between two looks, and so few that first attempts hardly notice them in the topic they share. */
const MOST_AT_ONCE = 200;
/** However many wait: a receiver that is slow, and fills the memory it may fill, must not keep the retries of all others. */
const LEAST_AT_ONCE = 50;
/** Of what may still go: the partitions look one after the other, and the first must not take it all. */
const SHARE = 1 / 4;

/**
 * How many due retries may go back to `delivery-attempts` now. All that a dead receiver left behind come due together once it is an hour dead:
 * let go at once they would lie in front of every first attempt, in the topic and in memory, until the last of them is made.
 */
export class ReleasePace {
  private sinceMs = -Infinity;
  private released = 0;

  /** @param waiting attempts that wait in memory for a slot */
  constructor(private readonly waiting: () => number) {}

  /** Asked by one partition. @returns how many of those that are due may go; the others are looked at again at `againAtMs` */
  grant(due: number, nowMs: number): number {
    if (nowMs - this.sinceMs >= ON_THEIR_WAY_MS) [this.sinceMs, this.released] = [nowMs, 0];
    const room = Math.max(LEAST_AT_ONCE, MOST_AT_ONCE - this.waiting()) - this.released;
    const granted = Math.min(due, Math.max(0, Math.ceil(room * SHARE)));
    this.released += granted;
    return granted;
  }

  againAtMs(nowMs: number): number {
    return nowMs + ON_THEIR_WAY_MS;
  }
}
