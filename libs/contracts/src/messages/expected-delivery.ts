import { isJsonObject } from './message-bytes.js';
import { isCalendarDateText } from './message-time.js';

/**
 * When the carrier plans to deliver, in the recipient's local time (spec: expected_delivery_date_raw).
 * Dates are `yyyy-MM-dd`. Times are `HH:mm:ss`; both are set or neither, and only for a single day.
 */
export interface ExpectedDelivery {
  readonly startDate: string;
  readonly endDate: string;
  readonly startTime?: string;
  readonly endTime?: string;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** Normalises the `eta` of a scan (domain D.6). Returns undefined for an invalid eta: the scan is kept without it. */
export function parseExpectedDelivery(eta: unknown): ExpectedDelivery | undefined {
  if (!isJsonObject(eta)) return undefined;
  const startDate = eta['start_date'];
  const endDate = stated(eta['end_date']) ?? startDate;
  if (!isDate(startDate) || !isDate(endDate) || startDate > endDate) return undefined;
  if (startDate !== endDate) return { startDate, endDate };
  const [startTime, endTime] = [stated(eta['start_time']), stated(eta['end_time'])];
  return withTimes(startDate, startTime ?? endTime, endTime ?? startTime);
}

/** Producers write "" for an unknown time beside a known date. */
const stated = (value: unknown): unknown => (value === '' ? undefined : value);

const isDate = (value: unknown): value is string => typeof value === 'string' && isCalendarDateText(value);

function withTimes(day: string, start: unknown, end: unknown): ExpectedDelivery | undefined {
  if (start === undefined || start === null) return { startDate: day, endDate: day };
  const startTime = toTime(start);
  const endTime = toTime(end);
  if (startTime === undefined || endTime === undefined || startTime > endTime) return undefined;
  return { startDate: day, endDate: day, startTime, endTime };
}

function toTime(value: unknown): string | undefined {
  const match = typeof value === 'string' ? TIME.exec(value) : null;
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : undefined;
}

export const isSameExpectedDelivery = (a: ExpectedDelivery | null, b: ExpectedDelivery | null): boolean =>
  a?.startDate === b?.startDate && a?.endDate === b?.endDate && a?.startTime === b?.startTime && a?.endTime === b?.endTime;
