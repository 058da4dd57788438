// Moments as the clocks of a zone show them. A zone that is undefined is the zone of the browser.

type Zone = string | undefined;

/** Makes one format for each zone: to make a format takes long. */
export const cached = (make: (zone: Zone) => Intl.DateTimeFormat) => {
  const formats = new Map<Zone, Intl.DateTimeFormat>();
  return (zone: Zone): Intl.DateTimeFormat => {
    const format = formats.get(zone) ?? make(zone);
    formats.set(zone, format);
    return format;
  };
};

const TIME = { year: 'numeric', month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

const shown = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...TIME, timeZone }));

/** `29 Mar 2026, 10:00:00` */
export const timeIn = (zone: Zone, at: string): string => shown(zone).format(new Date(at));

const DIGITS = { ...TIME, month: '2-digit', hourCycle: 'h23' } as const;

const digits = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...DIGITS, timeZone }));

/** What the clocks show, as if they showed UTC: epoch ms. */
function wallMs(zone: Zone, ms: number): number {
  const parts = Object.fromEntries(
    digits(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** An instant as a field of a form shows it: `2026-03-29T10:00`; "" = none. */
export function toWallClock(zone: Zone, instant: string | undefined): string {
  const ms = Date.parse(instant ?? '');
  return Number.isNaN(ms) ? '' : new Date(wallMs(zone, ms)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Takes it back. An hour that the clocks leave out in spring is read by the offset before it. */
export function fromWallClock(zone: Zone, text: string | undefined): string | undefined {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return undefined;
  const offsetMs = (ms: number): number => wallMs(zone, ms) - ms;
  return new Date(wall - offsetMs(wall - offsetMs(wall))).toISOString();
}
