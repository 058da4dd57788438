import { type DeliveryStatus, FAILED_ATTEMPT, type StatusHint } from '#libs/contracts';
import type { Consignment } from './consignment.js';
import { localDay } from './local-day.js';

const MOST_KEPT = 64;

type Attempts = Pick<Consignment, 'failedAttemptsMs' | 'zone'>;

/**
 * Numbers an unnumbered attempt: 1 + the number of the recipient's earlier days with a failed attempt. A carrier's own number stays (domain
 * D.5).
 */
export function numberAttempt(status: StatusHint, atMs: number, { failedAttemptsMs, zone }: Attempts): DeliveryStatus {
  if (status !== FAILED_ATTEMPT) return status;
  const day = localDay(atMs, zone);
  const earlierDays = new Set(failedAttemptsMs.map((ms) => localDay(ms, zone)).filter((failedDay) => failedDay < day)).size;
  if (earlierDays === 0) return 'FailedAttemptFirst';
  return earlierDays === 1 ? 'FailedAttemptSecond' : 'FailedAttemptFinal';
}

/**
 * Adds an attempt. The first and the last attempt of a day are enough: in any other zone, the attempts between them fall on the same days.
 */
export function withAttempt({ failedAttemptsMs, zone }: Attempts, atMs: number): readonly number[] {
  const day = localDay(atMs, zone);
  const sameDay = [atMs, ...failedAttemptsMs.filter((ms) => localDay(ms, zone) === day)];
  const otherDays = failedAttemptsMs.filter((ms) => localDay(ms, zone) !== day);
  return [...otherDays, ...new Set([Math.min(...sameDay), Math.max(...sameDay)])].slice(-MOST_KEPT);
}
