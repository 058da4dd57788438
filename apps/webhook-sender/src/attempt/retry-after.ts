import { SECOND } from '#libs/config';
import type { Outcome } from '../http/outcome.js';
import type { Hold } from '../queue/receiver-queue.js';

const SECONDS = /^\d+$/;

/**
 * Returns the pause that the answer asks for; undefined = none.
 * @param mostMs the longest pause
 */
export function holdOf(
  { retryAfter, httpStatus }: Pick<Outcome, 'retryAfter' | 'httpStatus'>,
  { nowMs, mostMs }: { readonly nowMs: number; readonly mostMs: number },
): Hold | undefined {
  if (retryAfter === undefined || httpStatus === undefined) return undefined;
  const askedMs = SECONDS.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - nowMs;
  return askedMs > 0 ? { forMs: Math.min(askedMs, mostMs), httpStatus } : undefined;
}
