// Table attempt_rollup: what its writer (here) and its reader (statistics/) agree upon.
import { DAY, MINUTE } from '#libs/config';

export type Grain = 'minute' | 'quarter' | 'day';

export const GRAIN_MS: Readonly<Record<Grain, number>> = { minute: MINUTE, quarter: 15 * MINUTE, day: DAY };

/** `receiver_id` of the rows that count all receivers of an account together. */
export const ALL_RECEIVERS = '00000000-0000-0000-0000-000000000000';
/** `event`, `outcome` and `http_status` of the rows that count all of a period together: charts ask for them most. */
export const ALL_EVENTS = '*';
export const ALL_OUTCOMES = '*';
export const ALL_STATUSES = -2;
/** `outcome` of deliveries that were cancelled: no attempt ended them. */
export const NO_OUTCOME = 'none';
/** `http_status` where no status came. */
export const NO_HTTP_STATUS = -1;

/** How long the rows of each grain are kept. */
export const KEPT_MS: Readonly<Record<Grain, number>> = { minute: 2 * DAY, quarter: 30 * DAY, day: 400 * DAY };

/** The whole periods that go together: never half of a bucket of the next grain. */
const WHOLE_MS: Readonly<Record<Grain, number>> = { minute: GRAIN_MS.quarter, quarter: DAY, day: DAY };

/** Older periods are not answered any more. */
export const answeredSinceMs = (grain: Grain, nowMs: number): number => floorTo(nowMs - KEPT_MS[grain], WHOLE_MS[grain]);

/** Rows before this have gone. One period more is kept than is answered: days of a time zone begin before those of UTC. */
export const keptSinceMs = (grain: Grain, nowMs: number): number => answeredSinceMs(grain, nowMs) - WHOLE_MS[grain];

/** A row becomes visible when its transaction ends: at most as long after the time in the row as a statement may take. */
export const LATE_MS = 2 * MINUTE;

/** Epoch ms → the beginning of its period of that length. */
export const floorTo = (ms: number, lengthMs: number): number => Math.floor(ms / lengthMs) * lengthMs;

/** Each latency bucket ends at 1.1 times its beginning, so its middle is at most 5 % from any latency in it. */
export const LATENCY_BASE = 1.1;
/** 1.1^300 ms are longer than anything is retried. */
export const LAST_LATENCY_BUCKET = 300;

/** The latency that represents a bucket, ms. */
export const latencyOfBucketMs = (bucket: number): number => Math.round(LATENCY_BASE ** (bucket + 0.5));
