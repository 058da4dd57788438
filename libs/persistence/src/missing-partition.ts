import { isStanding } from './partition-weeks.js';

const CHECK_VIOLATION = '23514';
const UNDEFINED_TABLE = '42P01';
const MEND =
  'the partition of this week is missing; the apps make it within a minute, `npm run cli -- migrate` at once, or log partitions.notMade with the reason';

/** The parts of PostgreSQL's error that matter here. */
interface DatabaseFault {
  code?: string;
  message: string;
  /** Absent when no constraint refused the row. */
  constraint?: string;
  detail?: string;
}

/**
 * PostgreSQL refuses a row without a partition like a row that breaks a check, as if the row were at fault. When the partition of its week
 * should exist, this function turns the error into an outage, which callers wait out. A row of any other time stays at fault.
 */
export function toOutage(error: unknown, nowMs: number): unknown {
  const fault = (error ?? {}) as DatabaseFault;
  if (fault.code !== CHECK_VIOLATION || fault.constraint !== undefined || !isStanding(rowAtMs(fault), nowMs)) return error;
  return Object.assign(fault, { code: UNDEFINED_TABLE, message: `${fault.message}: ${MEND}` });
}

/** Reads `… (created_at) = (2026-11-22 18:00:00.5+00).`; the text before it may be in any language. NaN = another text. */
function rowAtMs({ detail = '' }: DatabaseFault): number {
  const [, day, time, hours, minutes = ':00'] = /= \((\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.?\d{0,6})([+-]\d\d)(:\d\d)?\)/.exec(detail) ?? [];
  return Date.parse(`${day}T${time}${hours}${minutes}`);
}
