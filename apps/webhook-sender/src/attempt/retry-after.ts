import { SECOND } from '#libs/config';
import type { FinishedAttempt } from './finished-attempt.js';

const SECONDS = /^\d+$/;

/** For how long a receiver is left alone. */
export interface Hold {
  readonly forMs: number;
  /** Of the answer that asks for it; undefined = its server rests, for its TLS handshakes cost too much. */
  readonly httpStatus: number | undefined;
}

/** @param mostMs no receiver is left alone for longer. @returns undefined when its answer asks for no pause */
export function holdOf(
  finished: FinishedAttempt,
  { nowMs, mostMs }: { readonly nowMs: number; readonly mostMs: number },
): Hold | undefined {
  const { retryAfter, httpStatus } = finished.made?.outcome ?? {};
  if (retryAfter === undefined || httpStatus === undefined) return undefined;
  const askedMs = SECONDS.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - nowMs;
  return askedMs > 0 ? { forMs: Math.min(askedMs, mostMs), httpStatus } : undefined;
}
