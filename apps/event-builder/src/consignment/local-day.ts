const MOST_FORMATS = 1000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Swedish writes calendar dates as yyyy-MM-dd; building a format costs fifty times as much as using one. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  // Zone names are valid in any mix of cases: the map must not grow with them.
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}

/** Epoch ms → calendar day `yyyy-MM-dd` in an IANA zone. */
export const localDay = (ms: number, zone: string): string => formatOf(zone).format(ms);

const DAY_MS = 24 * 60 * 60 * 1000;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Calendar days from one `yyyy-MM-dd` to another, negative when the second lies before the first. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

export const dayAfter = (day: string): string => new Date((dayNumber(day) + 1) * DAY_MS).toISOString().slice(0, 10);
