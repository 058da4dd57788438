// Moments as the clocks of a zone show them. A zone that is undefined is the zone of the browser.

type Zone = string | undefined;

/** Makes one format for each zone, because making a format takes long. */
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

const DAY = { day: 'numeric', month: 'short' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

const year = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }));
const minute = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...DAY, ...MINUTE, timeZone }));
const minuteOfYear = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...DAY, year: 'numeric', ...MINUTE, timeZone }));
const second = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...DAY, ...MINUTE, second: '2-digit', timeZone }));

/** Whether an instant lies in the present year, which need not be written. */
const isThisYear = (zone: Zone, at: string, nowMs: number): boolean => year(zone).format(new Date(at)) === year(zone).format(nowMs);

/** `29 Mar, 10:00`; with the year if it is another. */
export const minuteIn = (zone: Zone, at: string, nowMs: number): string =>
  (isThisYear(zone, at, nowMs) ? minute : minuteOfYear)(zone).format(new Date(at));

/** `29 Mar, 10:00:00`; with the year if it is another. */
export const secondIn = (zone: Zone, at: string, nowMs: number): string =>
  isThisYear(zone, at, nowMs) ? second(zone).format(new Date(at)) : timeIn(zone, at);

const DIGITS = { ...TIME, month: '2-digit', hourCycle: 'h23' } as const;

const digits = cached((timeZone) => new Intl.DateTimeFormat('en-GB', { ...DIGITS, timeZone }));

/** Returns the time that the clocks show, read as if it were UTC, in epoch ms. */
function wallMs(zone: Zone, ms: number): number {
  const parts = Object.fromEntries(
    digits(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns an instant as a field of a form shows it: `2026-03-29T10:00`; "" = none. */
export function toWallClock(zone: Zone, instant: string | undefined): string {
  const ms = Date.parse(instant ?? '');
  return Number.isNaN(ms) ? '' : new Date(wallMs(zone, ms)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Returns the instant that a field shows. An hour that the clocks skip in spring is read with the offset before it. */
export function fromWallClock(zone: Zone, text: string | undefined): string | undefined {
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return undefined;
  const offsetMs = (ms: number): number => wallMs(zone, ms) - ms;
  return new Date(wall - offsetMs(wall - offsetMs(wall))).toISOString();
}
