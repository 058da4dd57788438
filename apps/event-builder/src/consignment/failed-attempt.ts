import { type DeliveryStatus, FAILED_ATTEMPT, type StatusHint } from '#libs/contracts';

const MOST_DAYS_KEPT = 32;

/** Numbers an unnumbered attempt: 1 + the distinct earlier local days with one; a number the carrier gave stays (domain D.5). */
export function numberAttempt(status: StatusHint, dayOf: () => string, failedAttemptDays: readonly string[]): DeliveryStatus {
  if (status !== FAILED_ATTEMPT) return status;
  const day = dayOf();
  const earlierDays = failedAttemptDays.filter((failedDay) => failedDay < day).length;
  if (earlierDays === 0) return 'FailedAttemptFirst';
  return earlierDays === 1 ? 'FailedAttemptSecond' : 'FailedAttemptFinal';
}

export const withAttemptDay = (failedAttemptDays: readonly string[], day: string): readonly string[] =>
  failedAttemptDays.includes(day) ? failedAttemptDays : [...failedAttemptDays, day].slice(-MOST_DAYS_KEPT);
