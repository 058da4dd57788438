import { cached } from '../../shared/zone-time.js';

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const clock = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone }));
const date = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...CLOCK, timeZone }));

const HALF_DAY_MS = 12 * 3_600_000;

/** `16:35`, with the day where it is long ago: `28 Mar, 16:35`. */
export const sinceText = (at: string, nowMs: number, zone: string): string =>
  (nowMs - Date.parse(at) < HALF_DAY_MS ? clock : date)(zone).format(new Date(at));
