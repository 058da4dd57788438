// The conventions of table attempt_rollup, shared by its writer (here) and its reader (statistics/).
import { DAY, MINUTE } from '#libs/config';

export type Grain = 'minute' | 'quarter' | 'day';

export const GRAIN_MS: Readonly<Record<Grain, number>> = { minute: MINUTE, quarter: 15 * MINUTE, day: DAY };

/** `receiver_id` of the rows that count all receivers of an account together. */
export const ALL_RECEIVERS = '00000000-0000-0000-0000-000000000000';
/** `event`, `outcome` and `http_status` of the rows that count a whole period together: most charts need these rows. */
export const ALL_EVENTS = '*';
export const ALL_OUTCOMES = '*';
export const ALL_STATUSES = -2;
/** `outcome` of cancelled deliveries, which no attempt ended. */
export const NO_OUTCOME = 'none';
/** `http_status` when no status came. */
export const NO_HTTP_STATUS = -1;

/** The time for which the rows of each grain are kept. */
export const KEPT_MS: Readonly<Record<Grain, number>> = { minute: 2 * DAY, quarter: 30 * DAY, day: 400 * DAY };

/** Rows of a grain are deleted in whole periods of this length, never half a bucket of the next grain. */
const WHOLE_MS: Readonly<Record<Grain, number>> = { minute: GRAIN_MS.quarter, quarter: DAY, day: DAY };

/** Returns the time from which periods are answered. */
export const answeredSinceMs = (grain: Grain, nowMs: number): number => floorTo(nowMs - KEPT_MS[grain], WHOLE_MS[grain]);

/** Returns the time before which rows are deleted. One more period is kept than is answered, because days of some zones begin before days of UTC. */
export const keptSinceMs = (grain: Grain, nowMs: number): number => answeredSinceMs(grain, nowMs) - WHOLE_MS[grain];

/** A row becomes visible when its transaction ends: at most this long after the time in the row, because a statement may not take longer. */
export const LATE_MS = 2 * MINUTE;

/** Returns the beginning of the period of this length that contains the time, epoch ms. */
export const floorTo = (ms: number, lengthMs: number): number => Math.floor(ms / lengthMs) * lengthMs;

/** Each latency bucket ends at 1.1 times its beginning, so its middle is at most 5 % from any latency in it. */
export const LATENCY_BASE = 1.1;
/** 1.1^300 ms is longer than any delivery is retried. */
export const LAST_LATENCY_BUCKET = 300;

/** Returns the latency that represents a bucket, ms. */
export const latencyOfBucketMs = (bucket: number): number => Math.round(LATENCY_BASE ** (bucket + 0.5));
