// Decides which rows of attempt_rollup a step of the job counts again.
import { floorTo, GRAIN_MS, keptSinceMs } from './attempt-rollup.js';

/** Epoch ms; `toMs` is exclusive. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Table statistics_progress, epoch ms. */
export interface Progress {
  readonly recordedUntilMs: number;
  readonly quartersUntilMs: number;
  readonly daysUntilMs: number;
}

interface Step {
  /** Minutes of attempts that were recorded since the last step. */
  readonly touchedMs: readonly number[];
  readonly progress: Progress;
  /** This step counts attempts that were recorded before this time. */
  readonly untilMs: number;
  readonly nowMs: number;
}

export interface RollupPlan {
  readonly minutes: readonly Range[];
  /** Quarters whose minutes are kept. */
  readonly quarters: readonly Range[];
  /** Quarters whose minutes are deleted: they are counted from the attempt log. */
  readonly quartersOfRecord: readonly Range[];
  readonly days: readonly Range[];
  readonly quartersUntilMs: number;
  readonly daysUntilMs: number;
}

const { minute: MINUTE_MS, quarter: QUARTER_MS, day: DAY_MS } = GRAIN_MS;

/** Quarters and days get their rows when they end. They are counted again when an attempt is recorded later, up to 30 days. */
export function planRollups({ touchedMs, progress, untilMs, nowMs }: Step): RollupPlan {
  const minutesKeptMs = keptSinceMs('minute', nowMs);
  const touched = touchedMs.filter((ms) => ms >= keptSinceMs('quarter', nowMs));
  const quartersUntilMs = Math.max(progress.quartersUntilMs, floorTo(untilMs, QUARTER_MS));
  const daysUntilMs = Math.max(progress.daysUntilMs, floorTo(untilMs, DAY_MS));
  const quarters = [
    ...touched.map((ms) => floorTo(ms, QUARTER_MS)).filter((ms) => ms < quartersUntilMs),
    ...beginnings({ fromMs: progress.quartersUntilMs, toMs: quartersUntilMs }, QUARTER_MS),
  ];
  const days = [
    ...touched.map((ms) => floorTo(ms, DAY_MS)).filter((ms) => ms < daysUntilMs),
    ...beginnings({ fromMs: progress.daysUntilMs, toMs: daysUntilMs }, DAY_MS),
  ];
  return {
    minutes: toRanges(
      touched.filter((ms) => ms >= minutesKeptMs),
      MINUTE_MS,
    ),
    quarters: toRanges(
      quarters.filter((ms) => ms >= minutesKeptMs),
      QUARTER_MS,
    ),
    quartersOfRecord: toRanges(
      quarters.filter((ms) => ms < minutesKeptMs),
      QUARTER_MS,
    ),
    days: toRanges(days, DAY_MS),
    quartersUntilMs,
    daysUntilMs,
  };
}

function beginnings({ fromMs, toMs }: Range, lengthMs: number): number[] {
  const count = Math.max(0, Math.ceil((toMs - fromMs) / lengthMs));
  return Array.from({ length: count }, (_, index) => fromMs + index * lengthMs);
}

/** Joins periods of one length, given by their beginnings, into as few ranges as possible. */
export function toRanges(beginningsMs: readonly number[], lengthMs: number): Range[] {
  const ranges: Range[] = [];
  for (const fromMs of [...new Set(beginningsMs)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.toMs === fromMs) ranges[ranges.length - 1] = { ...last, toMs: fromMs + lengthMs };
    else ranges.push({ fromMs, toMs: fromMs + lengthMs });
  }
  return ranges;
}
