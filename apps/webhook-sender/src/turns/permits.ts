// Decides who may have one of the process's permits (docs/delivery.md, *Permits*).

/** The share of all permits that degraded receivers may hold together, however many they are. */
const DEGRADED_SHARE = 1 / 4;
/** The share kept for first attempts of queues with at most one POST in flight: a burst or a wave of retries never takes these permits. */
const RESERVED_SHARE = 1 / 4;
/**
 * The share kept for such queues only. First attempts of accounts with few permits may use the rest of the reserve, even in busy queues.
 */
const LAST_SHARE = 1 / 16;
const FEW_SHARE = 1 / 8;
const SMALL_QUEUE = 2;
/** An account may hold up to this many times the number of free permits. */
const MOST_TIMES_FREE = 7;

/** How many permits exist and how many are in use. */
export interface PermitUse {
  readonly max: number;
  readonly inFlight: number;
  /** POSTs in flight to degraded receivers. */
  readonly degradedInFlight: number;
}

/** A queue that asks for a permit: its next attempt and its POSTs in flight. */
export interface PermitRequest {
  readonly next: 'first' | 'retry';
  readonly queueInFlight: number;
  readonly accountInFlight: number;
  readonly isDegraded: boolean;
}

export function mayStart(use: PermitUse, request: PermitRequest): boolean {
  if (use.inFlight >= use.max || !mayHoldMore(use, request.accountInFlight)) return false;
  if (request.isDegraded && use.degradedInFlight >= Math.max(1, Math.floor(use.max * DEGRADED_SHARE))) return false;
  if (!isReserveAllThatIsLeft(use)) return true;
  return request.next === 'first' && (isSmall(request.queueInFlight) || mayUseReserve(use, request.accountInFlight));
}

export const isSmall = (queueInFlight: number): boolean => queueInFlight < SMALL_QUEUE;

type Taken = Pick<PermitUse, 'max' | 'inFlight'>;

/**
 * Limits one account, however many receivers it has and however slow they are. One account alone gets seven eighths of the permits, several
 * accounts share them evenly, and an account without a permit may have the last free one.
 */
export const mayHoldMore = ({ max, inFlight }: Taken, accountInFlight: number): boolean =>
  accountInFlight === 0 || (accountInFlight < MOST_TIMES_FREE * (max - inFlight) && accountInFlight + 1 < max);

/**
 * True when only the reserve is left. Then only first attempts may start: those of small queues, and for a while those of accounts that may
 * use the reserve.
 */
export const isReserveAllThatIsLeft = (use: Taken): boolean => isTakenButFor(use, RESERVED_SHARE);

/** True when the account has so few permits that its busy queues need not wait for those of a large account. */
export const mayUseReserve = (use: Taken, accountInFlight: number): boolean =>
  accountInFlight < use.max * FEW_SHARE && !isLastAllThatIsLeft(use);

/** True when only first attempts of small queues may start. */
export const isLastAllThatIsLeft = (use: Taken): boolean => isTakenButFor(use, LAST_SHARE);

const isTakenButFor = ({ max, inFlight }: Taken, share: number): boolean => inFlight >= Math.max(1, Math.ceil(max * (1 - share)));

/** The most overflow attempts that one receiver may have in memory, and the number that it always may have. */
const LARGEST_REFILL = 500;
const SMALLEST_REFILL = 2;

/**
 * Returns how much of its overflow a receiver may have in memory. Each receiver takes at most half of the free room, so arriving attempts
 * of other receivers still find room.
 */
export const refillLimit = (free: number, waiting: number): number =>
  Math.min(LARGEST_REFILL, Math.max(SMALLEST_REFILL, waiting + Math.floor(free / 2)));

/** Enough for a queue to go on while its overflow is fetched. */
const SMALLEST_QUEUE = 8;

/**
 * Returns how many attempts may wait in memory for one queue: never more than the room that is still free for all. One busy queue gets half
 * of the memory, k busy queues get a (k + 1)th each, and a queue that is not busy always finds room.
 */
export const queueLimit = (maxWaitingAttempts: number, waitingInAll: number): number =>
  Math.max(SMALLEST_QUEUE, maxWaitingAttempts - waitingInAll);
