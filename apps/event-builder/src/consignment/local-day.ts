const MOST_FORMATS = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes calendar dates as yyyy-MM-dd; building a format costs fifty times as much as using one. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  // Zone names are valid in any mix of cases: without a limit, the map would grow with them.
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}

const QUARTER_MS = 15 * 60 * 1000;
/** Before this date some zones counted odd minutes and seconds; no scan or record is that old. */
const QUARTERS_FROM_MS = Date.UTC(2000, 0, 1);
const MOST_QUARTERS = 20_000;
const days = new Map<string, string>();

/**
 * Returns the calendar day `yyyy-MM-dd` of an epoch ms in an IANA zone. Every zone's day begins on a quarter of an hour of UTC, so the
 * calendar is asked once per quarter of an hour.
 */
export function localDay(ms: number, zone: string): string {
  if (ms < QUARTERS_FROM_MS) return formatOf(zone).format(ms);
  const key = `${Math.floor(ms / QUARTER_MS)}${zone}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const day = formatOf(zone).format(ms);
  if (days.size >= MOST_QUARTERS) days.clear();
  days.set(key, day);
  return day;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Counts the calendar days from one `yyyy-MM-dd` to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

export const dayAfter = (day: string): string => new Date((dayNumber(day) + 1) * DAY_MS).toISOString().slice(0, 10);
