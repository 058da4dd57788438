const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const HALF_DAY_MS = 12 * 3_600_000;

/** `16:35`, with the day where it is long ago: `28 Mar, 16:35`. In the zone of the browser. */
export const sinceText = (at: string, nowMs: number): string => (nowMs - Date.parse(at) < HALF_DAY_MS ? CLOCK : DATE).format(new Date(at));
