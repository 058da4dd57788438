import type { DeliveryAttempt } from '#libs/contracts';
import type { AttemptDetails } from '../http/attempt-details.js';
import type { Outcome } from '../http/outcome.js';
import type { Sign } from '../queue/circuit-breaker.js';
import type { Hold } from '../queue/receiver-queue.js';
import type { Settlement } from './settle.js';

/** HTTP 410 (RFC 9110 15.5.11). */
const GONE = 410;

/** The attempt as it was made; a name that does not resolve, or a token that is not given, ends it before anything was sent. */
export interface MadeAttempt {
  readonly outcome: Outcome;
  readonly attemptedAtMs: number;
  readonly durationMs: number;
  readonly senderAddress: string | undefined;
  /** The receiver may have heard of it: the body was written to a connection. */
  readonly isSent: boolean;
  /** undefined = there was no request. */
  readonly details: AttemptDetails | undefined;
}

/** An attempt at its end: what was made of it and what follows. `cancelled` = the receiver is gone or disabled, nothing was sent. */
export interface FinishedAttempt {
  readonly attempt: DeliveryAttempt;
  readonly traceparent: string | undefined;
  /** When its event was published, epoch ms; known of a first attempt that did not wait in the table. */
  readonly eventAtMs?: number | undefined;
  /** Its row in delivery_overflow, which goes with the record. */
  readonly overflowId?: number | undefined;
  readonly settlement: Settlement | { readonly kind: 'cancelled' };
  /** The receiver asks to be left alone. */
  readonly hold?: Hold | undefined;
  /** Absent when nothing was sent. */
  readonly made: MadeAttempt | undefined;
  readonly finishedAtMs: number;
}

/** The receiver says that it is gone for good. A test decides nothing. */
export const isGone = ({ attempt, made }: FinishedAttempt): boolean => made?.outcome.httpStatus === GONE && !attempt.isTest;

/** The next attempt of a delivery that is retried: the same bytes, the next number, not before its time. */
export function nextAttempt({ attempt, settlement }: FinishedAttempt): DeliveryAttempt | undefined {
  if (settlement.kind !== 'retry') return undefined;
  return { ...attempt, attempt: settlement.attempt, dueAtMs: settlement.dueAtMs };
}

/** What the receiver's queue learns from it; nothing, when nothing was sent. */
export function signOf({ made }: FinishedAttempt): Sign | undefined {
  if (made === undefined) return undefined;
  return made.outcome.kind === 'timeout' || made.outcome.isLate ? 'timeout' : 'answered';
}
