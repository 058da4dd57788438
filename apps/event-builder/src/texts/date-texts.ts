import countries from 'i18n-iso-countries';
import type { ExpectedDelivery } from '#libs/contracts';
import { type Catalogue, formatText } from './catalogue.js';

/** Kosovo has no ISO code; these two are what retailers send. */
const KOSOVO = ['XKX', 'KOS'];

/**
 * The locale dates are written in: the language as used in the destination country, `de` + AUT → `de-AT`.
 * Undefined when ICU does not know the language: it would silently write the dates of the host's own locale.
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
  /** Dates of another year carry theirs. */
  readonly currentYear: string;
}

/** The expected delivery as one readable text, without a label (spec: expected_delivery_date_formatted). */
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

/** A day in words. Thousands of parcels share the same few days: each day is formatted once. */
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

/** A calendar date belongs to no zone: it is written as the UTC day it is parsed as, or it would shift with the host. */
function writtenDate(date: string, locale: string, withYear: boolean): string {
  const format = dateFormat(locale, withYear);
  const dateMs = Date.parse(`${date}T00:00:00Z`);
  const first = date.endsWith('-01') ? firstOfMonth(locale) : undefined;
  if (first === undefined) return format.format(dateMs);
  const parts = format.formatToParts(dateMs);
  return parts.map(({ type, value }) => (type === 'day' ? first : value)).join('');
}

/**
 * Where the first of a month is an ordinal and every other day is not, which ICU does not write: le 1er avril, 1º de abril in Brazil.
 * Not so in Portugal and Spain (1 de abril); in Italy both are seen, and a date on its own has the plain number.
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
    // ICU would write ٢٩ or २९ in some locales; the times beside the date have these digits.
    numberingSystem: 'latn',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(withYear && { year: 'numeric' }),
  });
  // Records name any language with any country: the map must not grow with them.
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}
