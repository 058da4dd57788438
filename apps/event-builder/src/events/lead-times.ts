import type { Milestones } from '../consignment/consignment.js';
import { daysBetween, localDay } from '../consignment/local-day.js';

/** Whole calendar days, 0 … 90; -1 = the final scan has not happened (spec: Reporting; domain D.7). */
export interface LeadTimes {
  readonly doorToDoor: number;
  readonly qualifiedAttempt: number;
  readonly endToEnd: number;
}

const NOT_YET = -1;
const MOST_DAYS = 90;

/**
 * @param recordedAtMs used as label confirmation while no scan has confirmed the label
 * @param zone the calendar in which both ends are dated: "next day" is 1 even after only eleven hours
 */
export function leadTimes(milestones: Milestones, recordedAtMs: number, zone: string): LeadTimes {
  const labelMs = milestones.labelMs ?? recordedAtMs;
  return {
    doorToDoor: days(milestones.inboundMs, milestones.attemptMs, zone),
    qualifiedAttempt: days(labelMs, milestones.attemptMs, zone),
    endToEnd: days(labelMs, milestones.deliveredMs, zone),
  };
}

function days(fromMs: number | undefined, toMs: number | undefined, zone: string): number {
  if (fromMs === undefined || toMs === undefined) return NOT_YET;
  return Math.min(Math.max(daysBetween(localDay(fromMs, zone), localDay(toMs, zone)), 0), MOST_DAYS);
}
