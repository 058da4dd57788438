// Who may have one of the process' POSTs at once (design: the hops; "one receiver can hurt only itself").
import type { Next } from './lane.js';

/** Lanes whose last POST timed out share this part of all slots at most, however many they are. */
const SUSPECT_SHARE = 1 / 4;
/** Kept for lanes with next to nothing in flight, and for first attempts: a burst or a wave of retries never takes them. */
const RESERVED_SHARE = 1 / 4;
const SMALL_LANE = 2;

export interface SlotUse {
  readonly max: number;
  readonly inFlight: number;
  /** In flight in lanes under suspicion. */
  readonly suspectInFlight: number;
}

export interface SlotWish {
  readonly next: Exclude<Next, undefined>;
  readonly laneInFlight: number;
  readonly isSuspect: boolean;
}

export function mayStart(use: SlotUse, wish: SlotWish): boolean {
  if (use.inFlight >= use.max) return false;
  if (wish.isSuspect && use.suspectInFlight >= Math.max(1, Math.floor(use.max * SUSPECT_SHARE))) return false;
  return (isSmall(wish.laneInFlight) && wish.next === 'first') || !isReserveAllThatIsLeft(use);
}

export const isSmall = (laneInFlight: number): boolean => laneInFlight < SMALL_LANE;

/** Then only first attempts of small lanes may start. */
export const isReserveAllThatIsLeft = ({ max, inFlight }: Pick<SlotUse, 'max' | 'inFlight'>): boolean =>
  inFlight >= Math.max(1, Math.ceil(max * (1 - RESERVED_SHARE)));

/** What one receiver may have in memory out of its backlog, and what it always may. */
const LARGEST_REFILL = 500;
const SMALLEST_REFILL = 2;

/** However many receivers have a backlog: each takes half of what is still free at most, so what arrives for the others finds room. */
export const refillLimit = (free: number, waiting: number): number =>
  Math.min(LARGEST_REFILL, Math.max(SMALLEST_REFILL, waiting + Math.floor(free / 2)));

/** Enough for a lane to go on while its backlog is fetched. */
const SMALLEST_QUEUE = 8;

/**
 * How many may wait in memory for one lane: never more than is still free for all together. One busy lane gets half of the
 * memory, k busy lanes get a (k + 1)th each, and there is always room for a lane that is not busy.
 */
export const queueLimit = (maxWaiting: number, waitingInAll: number): number => Math.max(SMALLEST_QUEUE, maxWaiting - waitingInAll);
