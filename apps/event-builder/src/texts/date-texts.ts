import countries from 'i18n-iso-countries';
import type { ExpectedDelivery } from '#libs/contracts';
import { type Catalogue, formatText } from './catalogue.js';

/** Kosovo has no ISO code; retailers send these two. */
const KOSOVO = ['XKX', 'KOS'];

/**
 * Returns the locale for dates: the language as used in the destination country, `de` + AUT → `de-AT`. Returns undefined when ICU does not
 * know the language, because ICU would silently use the host's locale.
 */
export function dateLocale(language: string, countryIso3: string): string | undefined {
  if (!isKnownToIcu(language)) return undefined;
  const region = KOSOVO.includes(countryIso3) ? 'XK' : countries.alpha3ToAlpha2(countryIso3);
  return region === undefined ? language : `${language}-${region}`;
}

const known = new Map<string, boolean>();

function isKnownToIcu(language: string): boolean {
  const answer = known.get(language) ?? Intl.DateTimeFormat.supportedLocalesOf([language]).length > 0;
  known.set(language, answer);
  return answer;
}

export interface DateContext {
  readonly catalogue: Catalogue;
  readonly locale: string;
  /** Dates in another year include the year. */
  readonly currentYear: string;
}

/** Returns the expected delivery as one readable text, without a label (spec: expected_delivery_date_formatted). */
export function etaText(eta: ExpectedDelivery, context: DateContext): string {
  const { catalogue } = context;
  const from = dateText(eta.startDate, context);
  if (eta.startDate !== eta.endDate) return formatText(catalogue, 'eta.range', { from, to: dateText(eta.endDate, context) });
  if (eta.startTime === undefined || eta.endTime === undefined) return formatText(catalogue, 'eta.day', { date: from });
  if (eta.startTime === eta.endTime) return formatText(catalogue, 'eta.about', { date: from, time: clockText(eta.startTime) });
  return formatText(catalogue, 'eta.window', { date: from, from: clockText(eta.startTime), to: clockText(eta.endTime) });
}

const clockText = (time: string): string => time.slice(0, 'HH:mm'.length);

const MOST_DATES = 20_000;
const dates = new Map<string, string>();

/** Returns a day in words. Thousands of parcels share the same few days, so each day is formatted once. */
export function dateText(date: string, { locale, currentYear }: DateContext): string {
  const withYear = !date.startsWith(`${currentYear}-`);
  const key = `${date}/${withYear}/${locale}`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const text = writtenDate(date, locale, withYear);
  if (dates.size >= MOST_DATES) dates.clear();
  dates.set(key, text);
  return text;
}

/** Writes a calendar date in UTC, as it was parsed: a calendar date has no zone, and any other zone would shift it. */
function writtenDate(date: string, locale: string, withYear: boolean): string {
  const format = dateFormat(locale, withYear);
  const dateMs = Date.parse(`${date}T00:00:00Z`);
  const first = date.endsWith('-01') ? firstOfMonth(locale) : undefined;
  if (first === undefined) return format.format(dateMs);
  const parts = format.formatToParts(dateMs);
  return parts.map(({ type, value }) => (type === 'day' ? first : value)).join('');
}

/**
 * Languages in which the first of a month is an ordinal and other days are not, which ICU does not support: le 1er avril, 1º de abril in
 * Brazil. Portugal and Spain write 1 de abril; Italy uses both forms, and a date on its own has the plain number.
 */
const FIRSTS: Readonly<Record<string, string>> = { fr: '1er', 'pt-BR': '1º' };

const firstOfMonth = (locale: string): string | undefined => FIRSTS[locale] ?? FIRSTS[locale.slice(0, 'fr'.length)];

const MOST_FORMATS = 2000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Building a format costs fifty times as much as using one. */
function dateFormat(locale: string, withYear: boolean): Intl.DateTimeFormat {
  const key = `${locale}/${withYear}`;
  const ready = formats.get(key);
  if (ready !== undefined) return ready;
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    calendar: 'gregory',
    // ICU would write ٢٩ or २९ in some locales, but the times beside the date have Latin digits.
    numberingSystem: 'latn',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
  });
  // Records may combine any language with any country: without a limit, the map would grow with them.
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}
