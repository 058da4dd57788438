import { MAX_RETRIES } from '#libs/contracts';
import type { Outcome } from '../http/outcome.js';

/** An attempt and its outcome, to settle. */
export interface SettleInput {
  /** 1 … 16. */
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly retryDelayMs: number;
  readonly nowMs: number;
  /** The attempt has waited as long as anything may wait behind an open circuit. */
  readonly isLastChance?: boolean;
  /** A test gets one attempt and no retry. */
  readonly isTest?: boolean;
}

/** What follows an attempt: a retry or the end of the delivery. */
export type Settlement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly attempt: number; readonly dueAtMs: number }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'expired' };

/**
 * Returns what follows an attempt (spec: Delivery and retry rules). `Retry-After` does not change the retry interval, which is part of the
 * contract.
 */
export function settle({ attempt, outcome, retryDelayMs, nowMs, isLastChance = false, isTest = false }: SettleInput): Settlement {
  if (outcome.kind === 'accepted') return { kind: 'delivered' };
  if (isTest || attempt > MAX_RETRIES) return { kind: 'exhausted' };
  if (isLastChance) return { kind: 'expired' };
  return { kind: 'retry', attempt: attempt + 1, dueAtMs: nowMs + retryDelayMs };
}
