import type { DeliveryAttempt } from '#libs/contracts';
import type { AttemptDetails } from '../http/attempt-details.js';
import type { Outcome } from '../http/outcome.js';
import type { Sign } from '../queue/circuit-breaker.js';
import type { Hold } from '../queue/receiver-queue.js';
import type { Settlement } from './settle.js';

/** HTTP 410 (RFC 9110 15.5.11). */
const GONE = 410;

/** An attempt that was made. A name that does not resolve, or a refused token, ends the attempt before anything is sent. */
export interface MadeAttempt {
  readonly outcome: Outcome;
  readonly attemptedAtMs: number;
  readonly durationMs: number;
  readonly senderAddress: string | undefined;
  /** True when the body was written to a connection, so the receiver may have got it. */
  readonly isSent: boolean;
  /** undefined = no request was made. */
  readonly details: AttemptDetails | undefined;
}

/** An attempt at its end: its result and its settlement. `cancelled` = the receiver is deleted or disabled, and nothing was sent. */
export interface FinishedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When the event was published, epoch ms. Known only for first attempts that did not wait in the table. */
  readonly eventAtMs?: number | undefined;
  /** The row in delivery_overflow; it is deleted when the attempt is recorded. */
  readonly overflowId?: number | undefined;
  readonly settlement: Settlement | { readonly kind: 'cancelled' };
  /** The pause that the receiver asked for. */
  readonly hold?: Hold | undefined;
  /** undefined = no attempt was made. */
  readonly made: MadeAttempt | undefined;
  readonly finishedAtMs: number;
}

/** True when the receiver answered 410. The answer to a test does not count. */
export const isGone = ({ attempt, made }: FinishedAttempt): boolean => made?.outcome.httpStatus === GONE && !attempt.isTest;

/** Returns the next attempt of a retried delivery: same body, next number, not before its due time. */
export function nextAttempt({ attempt, settlement }: FinishedAttempt): DeliveryAttempt | undefined {
  if (settlement.kind !== 'retry') return undefined;
  return { ...attempt, attempt: settlement.attempt, dueAtMs: settlement.dueAtMs };
}

/** Returns what the receiver's queue learns from the attempt; undefined when no attempt was made. */
export function signOf({ made }: FinishedAttempt): Sign | undefined {
  if (made === undefined) return undefined;
  return made.outcome.kind === 'timeout' || made.outcome.isLate ? 'timeout' : 'answered';
}
