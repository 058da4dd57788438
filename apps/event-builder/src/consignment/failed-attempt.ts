import { type DeliveryStatus, FAILED_ATTEMPT, type StatusHint } from '#libs/contracts';
import { localDay } from './local-day.js';

const MOST_DAYS_KEPT = 32;
const MOST_TIMES_KEPT = 2 * MOST_DAYS_KEPT;

/** What is known of a parcel's failed attempts, numbered or not. */
export interface FailedAttempts {
  /** The recipient's local days `yyyy-MM-dd` with an attempt, in the zone of the parcel, each once. */
  readonly failedAttemptDays: readonly string[];
  /** The first and the last attempt of each of these days, epoch ms; unknown of days that an older version noted. */
  readonly failedAttemptTimesMs?: readonly number[];
}

/** Numbers an unnumbered attempt: 1 + the distinct earlier local days with one; a number the carrier gave stays (domain D.5). */
export function numberAttempt(status: StatusHint, dayOf: () => string, failedAttemptDays: readonly string[]): DeliveryStatus {
  if (status !== FAILED_ATTEMPT) return status;
  const day = dayOf();
  const earlierDays = failedAttemptDays.filter((failedDay) => failedDay < day).length;
  if (earlierDays === 0) return 'FailedAttemptFirst';
  return earlierDays === 1 ? 'FailedAttemptSecond' : 'FailedAttemptFinal';
}

/** With one attempt more. The first and the last of a day are enough: in any zone those between fall on a day of one of them. @param zone of the parcel */
export function withAttempt({ failedAttemptDays, failedAttemptTimesMs = [] }: FailedAttempts, atMs: number, zone: string): FailedAttempts {
  const day = localDay(atMs, zone);
  const sameDay = [atMs, ...failedAttemptTimesMs.filter((ms) => localDay(ms, zone) === day)];
  const otherDays = failedAttemptTimesMs.filter((ms) => localDay(ms, zone) !== day);
  const firstAndLast = new Set([Math.min(...sameDay), Math.max(...sameDay)]);
  return {
    failedAttemptDays: failedAttemptDays.includes(day) ? failedAttemptDays : [...failedAttemptDays, day].slice(-MOST_DAYS_KEPT),
    failedAttemptTimesMs: [...otherDays, ...firstAndLast].slice(-MOST_TIMES_KEPT),
  };
}

/** The days of the same attempts after the parcel's zone was corrected. A day whose attempts are not known stays as it was noted. */
export function attemptDaysIn(
  zone: string,
  { failedAttemptDays, failedAttemptTimesMs = [] }: FailedAttempts,
  previousZone: string,
): readonly string[] {
  if (zone === previousZone || failedAttemptTimesMs.length === 0) return failedAttemptDays;
  const knownDays = new Set(failedAttemptTimesMs.map((ms) => localDay(ms, previousZone)));
  const notedDays = failedAttemptDays.filter((day) => !knownDays.has(day));
  return [...new Set([...notedDays, ...failedAttemptTimesMs.map((ms) => localDay(ms, zone))])].slice(-MOST_DAYS_KEPT);
}
