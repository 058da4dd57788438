import { IANAZone } from 'luxon';
import { fault, type Parsed, parsed } from './parsed.js';

// The time rule (domain D.2): an instant with an offset, or a local time with its zone. The service never guesses.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EARLIEST_MS = Date.UTC(2000, 0, 1);
/** The latest moment that RFC 3339 and the database columns can express. */
export const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const CLOCK_SKEW_MS = 5 * MINUTE;

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})?$/;

interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Minutes east of UTC; undefined = the text has no offset. */
  readonly offsetMinutes: number | undefined;
}

/** Reads a date-time text. Returns undefined when the moment does not exist (30 February, 24:00, a leap second). */
function parseWallTime(text: string): WallTime | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  // RFC 3339 requires seconds; only a carrier's local time may omit them.
  if (match[6] === undefined && match[8] !== undefined) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offsetMinutes = match[8] === undefined ? undefined : parseOffset(match[8]);
  if (Number.isNaN(offsetMinutes)) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || !isCalendarDate(year, month, day)) return undefined;
  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return { year, month, day, hour, minute, second, millisecond, offsetMinutes };
}

function parseOffset(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** `new Date('2026-02-30')` silently gives 2 March, so the date is checked by a round trip. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a text in the form of a date or date-time, even when that date does not exist: `2026-02-30`, `2026-13-01T25:00:00Z`. */
export const hasDateForm = (text: string): boolean => CALENDAR_DATE.test(text) || DATE_TIME.test(text);

/** True for a real `yyyy-MM-dd`. */
export function isCalendarDateText(text: string): boolean {
  const match = CALENDAR_DATE.exec(text);
  return match !== null && isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

const MOST_ZONES = 1000;
const knownZones = new Set<string>();

/** True for an IANA zone. Known zones are cached: each question to the runtime builds a formatter, a sixth of the cost of a scan. */
export function isTimeZone(zone: string): boolean {
  if (knownZones.has(zone)) return true;
  const isZone = IANAZone.isValidZone(zone);
  // Zone names are valid in any mix of upper and lower case, so the set needs a limit.
  if (isZone && knownZones.size < MOST_ZONES) knownZones.add(zone);
  return isZone;
}

const toUtcMs = (t: WallTime): number => Date.UTC(t.year, t.month - 1, t.day, t.hour, t.minute, t.second, t.millisecond);

/**
 * Converts local time in a zone to epoch ms. A time in the spring gap moves forward; a doubled autumn hour is the earlier one. The two possible
 * offsets are taken from the days around it, never from the clock: luxon begins with today's offset, and its result changed with the season.
 */
function localToMs(time: WallTime, zone: string): number {
  const rules = IANAZone.create(zone);
  const wallMs = toUtcMs(time);
  const [beforeMs, afterMs] = [wallMs - DAY, wallMs + DAY].map((ms) => wallMs - rules.offset(ms) * MINUTE) as [number, number];
  const isMeant = (ms: number): boolean => ms + rules.offset(ms) * MINUTE === wallMs;
  const [earlierMs, laterMs] = [Math.min(beforeMs, afterMs), Math.max(beforeMs, afterMs)];
  if (isMeant(earlierMs)) return earlierMs;
  return isMeant(laterMs) ? laterMs : beforeMs;
}

/** Converts RFC 3339 text with `Z` or an offset to epoch ms. Returns undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const time = parseWallTime(text);
  if (time?.offsetMinutes === undefined) return undefined;
  return withinYears(toUtcMs(time) - time.offsetMinutes * MINUTE);
}

/** An offset can move a time of 9999 into the year 10000. */
const withinYears = (ms: number): number | undefined => (ms > LATEST_MS ? undefined : ms);

/** Converts a date-time text to epoch ms, in the zone unless the text has its own offset. Returns undefined for any other text. */
export function parseInstantIn(text: string, zone: string | undefined): number | undefined {
  const time = parseWallTime(text);
  if (!time) return undefined;
  if (time.offsetMinutes !== undefined) return withinYears(toUtcMs(time) - time.offsetMinutes * MINUTE);
  return zone !== undefined && isTimeZone(zone) ? withinYears(localToMs(time, zone)) : undefined;
}

export interface StatedTime {
  readonly occurredAt: string | undefined;
  readonly occurredAtLocal?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The time that replaces a clamped time, epoch ms; when it is absent or impossible, the message's own timestamp does. */
  readonly receivedAtMs?: number | undefined;
}

export interface HappenedAt {
  readonly occurredAtMs: number;
  /** True when the stated time lay 5 min to 24 h ahead of the message and was set back. */
  readonly clamped: boolean;
}

/** Decides when something happened. It compares with the Kafka message's timestamp, never with the clock, so a replay decides the same. */
export function parseOccurredAt(stated: StatedTime, messageTimestampMs: number): Parsed<HappenedAt> {
  const ms = statedMs(stated);
  if (ms === undefined) return fault('E_TIME', timeFaultDetail(stated), fieldOf(stated));
  if (ms < EARLIEST_MS) return fault('E_TIME', `occurred_at ${toIso(ms)} lies before 2000-01-01`, fieldOf(stated));
  if (ms > messageTimestampMs + DAY) {
    const detail = `occurred_at ${toIso(ms)} lies more than 24 h after the message's own timestamp ${toIso(messageTimestampMs)}`;
    return fault('E_TIME', detail, fieldOf(stated));
  }
  if (ms <= messageTimestampMs + CLOCK_SKEW_MS) return parsed({ occurredAtMs: ms, clamped: false });
  const { receivedAtMs } = stated;
  const isUsable = receivedAtMs !== undefined && receivedAtMs >= EARLIEST_MS && receivedAtMs <= messageTimestampMs;
  return parsed({ occurredAtMs: isUsable ? receivedAtMs : messageTimestampMs, clamped: true });
}

function statedMs(stated: StatedTime): number | undefined {
  if (stated.occurredAt !== undefined) return parseInstantIn(stated.occurredAt, stated.timeZone);
  if (stated.occurredAtLocal === undefined || stated.timeZone === undefined) return undefined;
  const local = parseWallTime(stated.occurredAtLocal);
  if (!local || local.offsetMinutes !== undefined || !isTimeZone(stated.timeZone)) return undefined;
  return withinYears(localToMs(local, stated.timeZone));
}

const fieldOf = ({ occurredAt, occurredAtLocal }: StatedTime): string =>
  occurredAt === undefined && occurredAtLocal !== undefined ? 'occurred_at_local' : 'occurred_at';

function timeFaultDetail(stated: StatedTime): string {
  if (stated.occurredAt !== undefined) {
    return `occurred_at ${quoted(stated.occurredAt)} is no RFC 3339 date-time with Z or an offset, such as 2026-03-29T11:44:05+02:00`;
  }
  return `occurred_at_local ${quoted(stated.occurredAtLocal)} with time_zone ${quoted(stated.timeZone)} is no real local time: send yyyy-MM-ddTHH:mm:ss without an offset and an IANA zone such as Europe/Berlin`;
}

const MOST_QUOTED_CHARS = 40;

/** Quotes a wrong time for a fault. Faults are logged, and the value may be a misplaced address: only one word or mostly digits are shown. */
export function quoted(text = ''): string {
  const [digits, letters] = [text.match(/\d/g)?.length ?? 0, text.match(/\p{L}/gu)?.length ?? 0];
  const isTelling = text.length <= MOST_QUOTED_CHARS && (!text.includes(' ') || digits > letters);
  return isTelling ? JSON.stringify(text) : `(a text of ${text.length} characters)`;
}

/** Formats epoch ms as `YYYY-MM-DDTHH:mm:ssZ`, with milliseconds only when they are not zero (spec: timestamp; domain D.2). */
export const toIso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
