import { isStanding } from './partition-weeks.js';

const CHECK_VIOLATION = '23514';
const UNDEFINED_TABLE = '42P01';
const MEND =
  'the partition of this week is missing; the apps make it within a minute, `npm run cli -- migrate` at once, or log partitions.notMade with the reason';

/** What of PostgreSQL's error is looked at. */
interface DatabaseFault {
  code?: string;
  message: string;
  /** Absent where no constraint refused the row. */
  constraint?: string;
  detail?: string;
}

/**
 * A row that finds no partition is refused like one that breaks a check: for ever, as if it were the row's fault. Where its week should stand,
 * a table is missing, and the error says so: an outage, to be waited out. A row of any other time stays at fault.
 */
export function toOutage(error: unknown, nowMs: number): unknown {
  const fault = (error ?? {}) as DatabaseFault;
  if (fault.code !== CHECK_VIOLATION || fault.constraint !== undefined || !isStanding(rowAtMs(fault), nowMs)) return error;
  return Object.assign(fault, { code: UNDEFINED_TABLE, message: `${fault.message}: ${MEND}` });
}

/** `… (created_at) = (2026-11-22 18:00:00.5+00).`, in whatever language before it. NaN when it says something else. */
function rowAtMs({ detail = '' }: DatabaseFault): number {
  const [, day, time, hours, minutes = ':00'] = /= \((\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.?\d{0,6})([+-]\d\d)(:\d\d)?\)/.exec(detail) ?? [];
  return Date.parse(`${day}T${time}${hours}${minutes}`);
}
