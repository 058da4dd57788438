// Divides a period into the minutes, hours or days of a time zone.
import { HOUR } from '#libs/config';
import { floorTo, type Grain, GRAIN_MS } from '../rollups/attempt-rollup.js';
import { DateTime, IANAZone } from 'luxon';

export const INTERVALS = ['minute', 'hour', 'day'] as const;
export type Interval = (typeof INTERVALS)[number];

export interface Period {
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

interface Division {
  readonly interval: Interval;
  readonly timeZone: string;
  /** The most buckets. */
  readonly most: number;
}

const LENGTH_MS: Readonly<Record<Interval, number>> = { minute: GRAIN_MS.minute, hour: HOUR, day: GRAIN_MS.day };
const UTC_NAMES = new Set(['UTC', 'ETC/UTC', 'GMT', 'ETC/GMT', 'ZULU', 'ETC/ZULU', 'UCT', 'ETC/UCT', 'UNIVERSAL', 'ETC/UNIVERSAL']);

export const isUtc = (timeZone: string): boolean => UTC_NAMES.has(timeZone.toUpperCase());

/**
 * Returns the beginning of each bucket, and the end of the last bucket. The first bucket contains `fromMs`; the last bucket ends at or after `toMs`.
 * In every zone, hours and days begin on a quarter of an hour of UTC. @returns undefined when there are more than `most` buckets
 */
export function toBoundaries({ fromMs, toMs }: Period, { interval, timeZone, most }: Division): number[] | undefined {
  if ((toMs - fromMs) / LENGTH_MS[interval] > most + 1) return undefined;
  const steps = stepsOf(interval, timeZone);
  const boundaries = [steps.floor(fromMs)];
  while (boundaries.at(-1)! < toMs) boundaries.push(steps.next(boundaries.at(-1)!));
  return boundaries.length - 1 > most ? undefined : boundaries;
}

interface Steps {
  readonly floor: (ms: number) => number;
  readonly next: (boundaryMs: number) => number;
}

function stepsOf(interval: Interval, timeZone: string): Steps {
  const lengthMs = LENGTH_MS[interval];
  if (interval === 'minute' || isUtc(timeZone)) return { floor: (ms) => floorTo(ms, lengthMs), next: (ms) => ms + lengthMs };
  return interval === 'hour' ? hoursOf(IANAZone.create(timeZone)) : daysOf(timeZone);
}

/** A zone that shifts by half an hour has one hour of another length. */
function hoursOf(zone: IANAZone): Steps {
  const floor = (ms: number): number => {
    const offsetMs = zone.offset(ms) * GRAIN_MS.minute;
    return floorTo(ms + offsetMs, HOUR) - offsetMs;
  };
  const next = (ms: number): number => {
    const begun = floor(ms + HOUR);
    return begun > ms ? begun : ms + HOUR;
  };
  return { floor, next };
}

function daysOf(zone: string): Steps {
  const day = (ms: number): DateTime => DateTime.fromMillis(ms, { zone }).startOf('day');
  return { floor: (ms) => day(ms).toMillis(), next: (ms) => day(ms).plus({ days: 1 }).startOf('day').toMillis() };
}

/** Rows of one grain in a part of the period. */
export interface Piece extends Period {
  readonly grain: Grain;
}

interface Until {
  readonly quartersUntilMs: number;
  readonly daysUntilMs: number;
}

/** Returns the coarsest rows that count a period. A quarter or day that has not ended has only finer rows. */
export function toPieces({ fromMs, toMs }: Period, grain: Grain, { quartersUntilMs, daysUntilMs }: Until): Piece[] {
  const dayEndMs = grain === 'day' ? Math.min(toMs, Math.max(fromMs, daysUntilMs)) : fromMs;
  const quarterEndMs = grain === 'minute' ? fromMs : Math.min(toMs, Math.max(dayEndMs, quartersUntilMs));
  const pieces: Piece[] = [
    { grain: 'day', fromMs, toMs: dayEndMs },
    { grain: 'quarter', fromMs: dayEndMs, toMs: quarterEndMs },
    { grain: 'minute', fromMs: quarterEndMs, toMs },
  ];
  return pieces.filter((piece) => piece.fromMs < piece.toMs);
}

/** Returns the grain of the coarsest rows that divide a period into the buckets of the answer. */
export function grainOf(interval: Interval, timeZone: string): Grain {
  if (interval === 'minute') return 'minute';
  return interval === 'day' && isUtc(timeZone) ? 'day' : 'quarter';
}
