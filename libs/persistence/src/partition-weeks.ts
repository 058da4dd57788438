const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Rows not older than this always have their partition; of older ones retention may have dropped it. */
export const ALWAYS_STANDING_MS = 2 * WEEK_MS;
/** Rows older than this are entered at this age: no message in a topic is older (retention 7 days). */
export const OLDEST_ROW_MS = WEEK_MS;
/**
 * A time ahead of this clock by no more than this is taken as it is: this clock may lag, and an instance that reads the message again by
 * another clock must enter the same row. Its partition stands: there are three weeks ahead.
 */
const CLOCKS_APART_MS = DAY_MS;

export interface Week {
  /** `p20261116`, the Monday. */
  readonly label: string;
  /** `yyyy-MM-ddT00:00:00Z`, included. */
  readonly from: string;
  /** Excluded. */
  readonly to: string;
}

/** The weeks for which partitions must stand: two back, the current one, three ahead. */
export function dueWeeks(nowMs: number): Week[] {
  const current = Math.floor((nowMs - FIRST_MONDAY_MS) / WEEK_MS);
  return [-2, -1, 0, 1, 2, 3].map((offset) => toWeek(FIRST_MONDAY_MS + (current + offset) * WEEK_MS));
}

/** Whether a row of that time must have its partition. */
export function isStanding(atMs: number, nowMs: number): boolean {
  const weeks = dueWeeks(nowMs);
  return atMs >= Date.parse(weeks[0]!.from) && atMs < Date.parse(weeks.at(-1)!.to);
}

/** When the week of a label such as `p20261116` is over, epoch ms; undefined for any other text. */
export function weekEndMs(label: string): number | undefined {
  const [, year, month, day] = /^p(\d{4})(\d{2})(\d{2})$/.exec(label) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day)) + WEEK_MS;
}

function toWeek(mondayMs: number): Week {
  const from = new Date(mondayMs).toISOString();
  return { label: `p${from.slice(0, 10).replaceAll('-', '')}`, from, to: new Date(mondayMs + WEEK_MS).toISOString() };
}

/** Insertion time of a row from its message's timestamp: kept, so that a repeat finds the same partition, but never outside the standing ones. */
export const rowCreatedAtMs = (messageTimestampMs: number, nowMs: number): number =>
  Math.min(Math.max(messageTimestampMs, nowMs - OLDEST_ROW_MS), nowMs + CLOCKS_APART_MS);
