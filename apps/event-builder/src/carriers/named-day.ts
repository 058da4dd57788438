// Finds the day of delivery in a carrier's sentence, for carriers that state the day only in the text.
import { type ExpectedDelivery, isCalendarDateText } from '#libs/contracts';
import { daysBetween, localDay } from '../consignment/local-day.js';

const MOST_DAYS_AHEAD = 30;

const list = (words: string): readonly string[] => words.split(' ');

/** Beginnings of words: the sentence is about a future delivery … */
const DELIVERY = list(
  'deliver redeliver attempt schedul reschedul zustell zugestellt ausgeliefert liefer livr présent bezorg lever aflever entreg ' +
    'reparto consegn doręcz dostaw utlever doruč',
);
/** … and not about the last day to collect the parcel … */
const COLLECTION = list('deadline frist abhol jusqu retrait retirer afhaal ophaal recog ritir odbior odebra hent hämt vyzved levantar');
/** … and contains no condition (whole words). */
const CONDITION = new Set(
  list('until before collect collection pick pickup bis abgeholt tot hasta entro senast senest até if falls wenn si indien'),
);

const MONTH_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'no', 'cs'];

/** Maps names of months (`march`, `märz`, `marca` …) to 1 to 12. Built at first use. */
let months: ReadonlyMap<string, number> | undefined;
const monthOf = (name: string): number | undefined => (months ??= new Map(MONTH_LANGUAGES.flatMap(monthsIn))).get(name);

function monthsIn(language: string): (readonly [string, number])[] {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 15));
    return [parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '', month + 1] as const;
  });
}

/**
 * @param text a carrier's text, with single spaces
 * @param atMs when the scan happened, epoch ms
 * @returns the one day that a sentence names, after the scan's day and at most 30 days later; undefined = no day, or several
 */
export function namedDay(text: string, atMs: number): ExpectedDelivery | undefined {
  const sentences = text
    .toLowerCase()
    .split(/(?<=\p{L}{3}[.!?;]) /u)
    .filter(isOfDelivery);
  const days = new Set(sentences.flatMap((sentence) => datesIn(sentence, atMs)).filter((day) => isSoon(day, atMs)));
  const [day] = days;
  return days.size === 1 && day !== undefined ? { startDate: day, endDate: day } : undefined;
}

function isOfDelivery(sentence: string): boolean {
  const words = sentence.match(/\p{L}+/gu) ?? [];
  const begins = (beginnings: readonly string[]): boolean => words.some((word) => beginnings.some((each) => word.startsWith(each)));
  return begins(DELIVERY) && !begins(COLLECTION) && !words.some((word) => CONDITION.has(word));
}

function isSoon(day: string, atMs: number): boolean {
  const ahead = daysBetween(localDay(atMs, 'UTC'), day);
  return ahead >= 1 && ahead <= MOST_DAYS_AHEAD;
}

/** Returns every date that the sentence can mean: 03/04/2026 can mean two dates. */
function datesIn(sentence: string, atMs: number): string[] {
  return [
    ...[...sentence.matchAll(/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g)].flatMap(([, y, m, d]) => date(y, m, d)),
    ...[...sentence.replaceAll(/(?<=\d\.) (?=\d)/g, '').matchAll(/(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g)].flatMap(([, d, m, y]) =>
      date(y, m, d),
    ),
    ...[...sentence.matchAll(/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/g)].flatMap(([, a, b, y]) => [
      ...date(y, b, a),
      ...date(y, a, b),
    ]),
    ...[...sentence.matchAll(/(?<!\d)(\d{1,2})\.?(?: de)? (\p{L}{3,12})(?: de)?(?: (\d{4}))?/gu)].flatMap(([, d, m, y]) =>
      inWords([m, d, y], atMs),
    ),
    ...[...sentence.matchAll(/(?<!\p{L})(\p{L}{3,12}) (\d{1,2})(?!\d)(?:,? (\d{4}))?/gu)].flatMap(([, m, d, y]) =>
      inWords([m, d, y], atMs),
    ),
  ];
}

function inWords([name, day, year]: readonly (string | undefined)[], atMs: number): string[] {
  const month = monthOf(name ?? '');
  if (month === undefined) return [];
  const thisYear = new Date(atMs).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear + 1] : [Number(year)];
  return years.flatMap((each) => date(String(each), String(month), day));
}

/** Returns the date, or nothing if no such date exists. */
function date(year = '', month = '', day = ''): string[] {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDateText(text) ? [text] : [];
}
