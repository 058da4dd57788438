// The last 24 hours as a query of GET /statistics.

const HOUR_MS = 3_600_000;
export const HOURS = 24;

export interface LastDay {
  readonly from: string;
  readonly to: string;
  /** A zone whose midnight is at `to`: one bucket of a day is then the last 24 hours, and its percentiles are exact. */
  readonly timeZone: string;
}

/** 24 whole hours, the running one last. */
export function lastDay(nowMs: number): LastDay {
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  const hour = new Date(toMs).getUTCHours();
  return { from: new Date(toMs - HOURS * HOUR_MS).toISOString(), to: new Date(toMs).toISOString(), timeZone: zoneWithMidnightAt(hour) };
}

/** The signs of these names are turned round: Etc/GMT-2 is two hours ahead of UTC. */
function zoneWithMidnightAt(utcHour: number): string {
  if (utcHour === 0) return 'UTC';
  return utcHour <= 12 ? `Etc/GMT+${utcHour}` : `Etc/GMT-${HOURS - utcHour}`;
}
