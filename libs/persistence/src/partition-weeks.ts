const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Rows up to this age always have their partition. Retention may have dropped partitions of older rows. */
export const ALWAYS_STANDING_MS = 2 * WEEK_MS;
/** Older rows are stored with this age: no message in a topic is older (retention 7 days). */
export const OLDEST_ROW_MS = WEEK_MS;
/**
 * A time at most this far ahead of this clock is kept. This clock may lag, and an instance that reads the message again under another clock
 * must store the same row. The partition exists, because three weeks ahead exist.
 */
const CLOCKS_APART_MS = DAY_MS;

export interface Week {
  /** `p20261116`: the Monday of the week. */
  readonly label: string;
  /** `yyyy-MM-ddT00:00:00Z`, included. */
  readonly from: string;
  /** Excluded. */
  readonly to: string;
}

/** Returns the weeks whose partitions must exist: two back, the current week, three ahead. */
export function dueWeeks(nowMs: number): Week[] {
  const current = Math.floor((nowMs - FIRST_MONDAY_MS) / WEEK_MS);
  return [-2, -1, 0, 1, 2, 3].map((offset) => toWeek(FIRST_MONDAY_MS + (current + offset) * WEEK_MS));
}

/** True when the partition for that time must exist. */
export function isStanding(atMs: number, nowMs: number): boolean {
  const weeks = dueWeeks(nowMs);
  return atMs >= Date.parse(weeks[0]!.from) && atMs < Date.parse(weeks.at(-1)!.to);
}

/** Returns the end of the week of a label such as `p20261116`, epoch ms; undefined for any other text. */
export function weekEndMs(label: string): number | undefined {
  const [, year, month, day] = /^p(\d{4})(\d{2})(\d{2})$/.exec(label) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day)) + WEEK_MS;
}

function toWeek(mondayMs: number): Week {
  const from = new Date(mondayMs).toISOString();
  return { label: `p${from.slice(0, 10).replaceAll('-', '')}`, from, to: new Date(mondayMs + WEEK_MS).toISOString() };
}

/** Returns the insertion time of a row: the message's timestamp, so that a repeat finds the same partition, limited to existing partitions. */
export const rowCreatedAtMs = (messageTimestampMs: number, nowMs: number): number =>
  Math.min(Math.max(messageTimestampMs, nowMs - OLDEST_ROW_MS), nowMs + CLOCKS_APART_MS);
