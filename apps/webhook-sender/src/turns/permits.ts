// Who may have one of the process' POSTs at once (docs/delivery.md, *Permits*).

/** Degraded receivers together hold at most this part of all permits, however many they are. */
const DEGRADED_SHARE = 1 / 4;
/** Kept for first attempts of queues with at most one POST in flight: a burst or a wave of retries never takes them. */
const RESERVED_SHARE = 1 / 4;
/**
 * This part of all permits is kept for such queues alone.
 * First attempts of accounts with few permits may have the rest of the reserve, in busy queues too.
 */
const LAST_SHARE = 1 / 16;
const FEW_SHARE = 1 / 8;
const SMALL_QUEUE = 2;
/** An account may hold so many times what it leaves free. */
const MOST_TIMES_FREE = 7;

/** How many permits exist and how many are in use. */
export interface PermitUse {
  readonly max: number;
  readonly inFlight: number;
  /** In flight to degraded receivers. */
  readonly degradedInFlight: number;
}

/** The queue that asks for a permit: its next attempt and its POSTs in flight. */
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
 * However many receivers an account has, and however slow they are: one account alone gets seven eighths of the permits, several share them
 * evenly, and an account that holds none may have the last free one.
 */
export const mayHoldMore = ({ max, inFlight }: Taken, accountInFlight: number): boolean =>
  accountInFlight === 0 || (accountInFlight < MOST_TIMES_FREE * (max - inFlight) && accountInFlight + 1 < max);

/** Then only first attempts may start: those of small queues, and for a while any of an account that may use the reserve. */
export const isReserveAllThatIsLeft = (use: Taken): boolean => isTakenButFor(use, RESERVED_SHARE);

/** Whether it has so few permits that its busy queues need not wait until those of a large account have gone. */
export const mayUseReserve = (use: Taken, accountInFlight: number): boolean =>
  accountInFlight < use.max * FEW_SHARE && !isLastAllThatIsLeft(use);

/** Then only first attempts of small queues may start. */
export const isLastAllThatIsLeft = (use: Taken): boolean => isTakenButFor(use, LAST_SHARE);

const isTakenButFor = ({ max, inFlight }: Taken, share: number): boolean => inFlight >= Math.max(1, Math.ceil(max * (1 - share)));

/** What one receiver may have in memory out of its overflow, and what it always may. */
const LARGEST_REFILL = 500;
const SMALLEST_REFILL = 2;

/** However many receivers have overflow: each takes half of what is still free at most, so what arrives for the others finds room. */
export const refillLimit = (free: number, waiting: number): number =>
  Math.min(LARGEST_REFILL, Math.max(SMALLEST_REFILL, waiting + Math.floor(free / 2)));

/** Enough for a queue to go on while its overflow is fetched. */
const SMALLEST_QUEUE = 8;

/**
 * How many may wait in memory for one queue: never more than is still free for all together. One busy queue gets half of the
 * memory, k busy queues get a (k + 1)th each, and there is always room for a queue that is not busy.
 */
export const queueLimit = (maxWaitingAttempts: number, waitingInAll: number): number =>
  Math.max(SMALLEST_QUEUE, maxWaitingAttempts - waitingInAll);
