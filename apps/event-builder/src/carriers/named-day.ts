// The day of delivery that a carrier's sentence names, for carriers that write it into the text and nowhere else.
import type { ExpectedDelivery } from '#libs/contracts';

const MOST_DAYS_AHEAD = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** In lower case: the sentence speaks of a delivery to come … */
const DELIVERY =
  /(?<!\p{L})(?:re-?)?(?:deliver|attempt|schedul|zustell|zugestellt|liefer|livr|présent|bezorg|lever|aflever|entreg|reparto|consegn|doręcz|dostaw|utlever|doruč)/u;
/** … and not of the last day to collect the parcel, or of a condition. */
const NO_DAY_OF_DELIVERY =
  /(?<!\p{L})(?:until|before|deadline|collect|pick ?up|bis|frist|abhol|abgeholt|jusqu|retrait|retirer|tot en met|afhaal|ophaal|hasta|recog|entro|ritir|odbior|odebra|senast|senest|hent|vyzved|até|levantar|if|falls|wenn|si|indien)(?!\p{L})/u;

const MONTH_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'no', 'cs'];

/** `march`, `märz`, `marca` … → 1 to 12. Made at first use. */
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
 * @param text of a carrier, with single spaces
 * @param atMs when the scan happened, epoch ms
 * @returns the one day after that of the scan and at most 30 days later that a sentence names; undefined = none, or more than one
 */
export function namedDay(text: string, atMs: number): ExpectedDelivery | undefined {
  const sentences = text
    .toLowerCase()
    .split(/(?<=\p{L}{3}[.!?;]) /u)
    .filter((part) => DELIVERY.test(part) && !NO_DAY_OF_DELIVERY.test(part));
  const days = new Set(sentences.flatMap((sentence) => datesIn(sentence, atMs)).filter((day) => isSoon(day, atMs)));
  const [day] = days;
  return days.size === 1 && day !== undefined ? { startDate: day, endDate: day } : undefined;
}

function isSoon(day: string, atMs: number): boolean {
  const ahead = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayOf(atMs)}T00:00:00Z`)) / DAY_MS;
  return ahead >= 1 && ahead <= MOST_DAYS_AHEAD;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Every date that the sentence can mean: 03/04/2026 can be two. */
function datesIn(sentence: string, atMs: number): string[] {
  return [
    ...[...sentence.matchAll(/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g)].flatMap(([, y, m, d]) => date(y, m, d)),
    ...[...sentence.matchAll(/(?<!\d)(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/g)].flatMap(([, d, m, y]) => date(y, m, d)),
    ...[...sentence.matchAll(/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/g)].flatMap(([, a, b, y]) => [
      ...date(y, b, a),
      ...date(y, a, b),
    ]),
    ...[...sentence.matchAll(/(?<!\d)(\d{1,2})\.?(?: de)? (\p{L}{3,12})(?: de)?(?: (\d{4}))?/gu)].flatMap(([, d, m, y]) =>
      inWords(m, d, y, atMs),
    ),
    ...[...sentence.matchAll(/(?<!\p{L})(\p{L}{3,12}) (\d{1,2})(?!\d)(?:,? (\d{4}))?/gu)].flatMap(([, m, d, y]) => inWords(m, d, y, atMs)),
  ];
}

function inWords(name: string | undefined, day: string | undefined, year: string | undefined, atMs: number): string[] {
  const month = monthOf(name ?? '');
  if (month === undefined) return [];
  const thisYear = new Date(atMs).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear + 1] : [Number(year)];
  return years.flatMap((each) => date(String(each), String(month), day));
}

/** One day, or none for a date that no calendar has. */
function date(year = '', month = '', day = ''): string[] {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || dayOf(ms) !== text ? [] : [text];
}
