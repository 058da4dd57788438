// The texts that shoppers read in every language (domain C.3): typography, every mix of mentions, goldens, dates. UPDATE_GOLDENS=1 writes
// the goldens.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import countries from 'i18n-iso-countries';
import {
  DELIVERY_LOCATIONS,
  type DeliveryStatus,
  type EventName,
  EXCEPTION_CODES,
  type ExpectedDelivery,
  NEXT_ACTIONS,
  RETURN_REASONS,
} from '#libs/contracts';
import { CATALOGUE_KEYS, WORDINGS } from './catalogue.js';
import { dateLocale } from './date-texts.js';
import { renderTexts, type TextRequest, type Texts } from './render-texts.js';
import { loadLanguages } from './texts.provider.js';

const FOLDER = import.meta.dirname;
const GOLDENS = join(FOLDER, 'goldens');

const languages = loadLanguages();
const LANGUAGES = [...languages.keys()];
const FIRST_RELEASE = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'cs', 'no'];

/** Languages whose texts are not written for their largest country, which is the default guess. */
const AT_HOME: Readonly<Record<string, string>> = { en: 'GBR', pt: 'PRT' };

/** Returns a country where the language is spoken. */
const countryOf = (language: string): string =>
  AT_HOME[language] ?? countries.alpha2ToAlpha3(new Intl.Locale(language).maximize().region ?? '') ?? 'GBR';

const rawOf = (language: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Record<string, unknown>;
const textsOf = (language: string): [string, string][] =>
  Object.entries(rawOf(language)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');

const DAY: ExpectedDelivery = { startDate: '2026-03-29', endDate: '2026-03-29' };
const ETA_FORMS: readonly (ExpectedDelivery | null)[] = [
  null,
  DAY,
  { startDate: '2026-03-29', endDate: '2026-04-01' },
  { ...DAY, startTime: '10:00:00', endTime: '14:00:00' },
  { ...DAY, startTime: '12:30:00', endTime: '12:30:00' },
];
const [, , , WINDOW = null] = ETA_FORMS;

interface Mentions {
  readonly event?: EventName;
  readonly location?: string;
  readonly information?: string;
  readonly address?: string;
  readonly isExplained?: boolean;
  readonly place?: TextRequest['deliveryLocation'];
  readonly eta?: ExpectedDelivery | null;
}

/** @param wording a status, or a status with its reason: `Return.Lost` */
function requestFor(language: string, wording: string, mentions: Mentions = {}): TextRequest {
  const { event = 'onUpdated', location = '', information, address, isExplained = false, place = '', eta = null } = mentions;
  const [status, reason] = wording.split('.') as [DeliveryStatus, string?];
  const happenedAtMs = Date.UTC(2026, 2, 27, 8);
  return {
    event,
    language,
    clientDefault: undefined,
    country: countryOf(language),
    facts: {
      status,
      occurredAtMs: happenedAtMs,
      rawScan: '',
      location,
      ...(information !== undefined && { information }),
      ...(address !== undefined && { pickup: { address } }),
      ...(isExplained && explanationOf(status)),
      ...(reason !== undefined && { [status === 'Return' ? 'returnReason' : 'exceptionCode']: reason }),
    },
    expectedDelivery: eta,
    deliveryLocation: place,
    happenedAtMs,
    zone: 'Europe/Berlin',
  };
}

function explanationOf(status: DeliveryStatus): Partial<TextRequest['facts']> {
  if (status === 'Exception' || status === 'PartiallyDelivered') return { exceptionCode: 'MissingUpdates' };
  if (status === 'Return') return { returnReason: 'NotCollected' };
  return status.startsWith('FailedAttempt') ? { nextAction: 'NewAttemptNextDay' } : {};
}

const render = (language: string, wording: string, mentions?: Mentions): Texts =>
  renderTexts(requestFor(language, wording, mentions), languages);

describe('the catalogues', () => {
  it('include those of the first release, and every file belongs to a language', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
    expect(LANGUAGES).toEqual(expect.arrayContaining(FIRST_RELEASE));
    expect(files.map((name) => name.slice(0, -'.json'.length)).toSorted()).toEqual(LANGUAGES.toSorted());
  });
});

describe.each(LANGUAGES)('catalogue %s', (language) => {
  const texts = textsOf(language);

  it('has exactly the keys of the model, in order', () => {
    expect(texts.map(([key]) => key)).toEqual([...CATALOGUE_KEYS.keys()]);
    expect(rawOf(language)['_meta']).toEqual(expect.objectContaining({ language }));
  });

  it('has clean typography: no ASCII quotes, no double or missing spaces, full stops after sentences', () => {
    expect(texts.filter(([, message]) => /['"`<>&]|\s{2}|^\s|\s$|\s[.,]/.test(message))).toEqual([]);
    expect(texts.filter(([key, message]) => key.endsWith('.long') && !/^\p{Lu}[^{}]*[^.]\.(?:\{|$)/u.test(message))).toEqual([]);
    expect(texts.filter(([key, message]) => !key.endsWith('.long') && message.endsWith('.'))).toEqual([]);
  });
});

/** "Today" and "tomorrow" in the twelve languages, as whole words. */
const RELATIVE_DAYS =
  /(?<!\p{L})(?:today|tomorrow|heute|morgen|aujourd’hui|demain|hoy|mañana|oggi|domani|vandaag|dziś|dzisiaj|jutra|hoje|amanhã|i ?dag|i ?morgon|i ?morgen|dnes|zítřka|zítra)(?!\p{L})/iu;

const OFFENCE = /[{}]|\bundefined\b|\bnull\b|\s{2}|\s\.|\.\.|^\s|\s$|<[^>]*>|&\w+;/;
const YES_NO = [false, true];

/** Every mix of facts that a long text may mention. */
const MIXES: readonly Mentions[] = ETA_FORMS.flatMap((eta) =>
  YES_NO.flatMap((hasLocation) =>
    YES_NO.flatMap((hasInformation) =>
      YES_NO.flatMap((hasPickup) =>
        YES_NO.map((isExplained) => ({
          eta,
          isExplained,
          ...(hasLocation && { location: 'Bonn, DE', place: 'HomeDeposit' as const }),
          ...(hasInformation && { information: 'A. Meier' }),
          ...(hasPickup && { address: 'Kiosk Blau, Hauptstr. 3, 53113 Bonn' }),
        })),
      ),
    ),
  ),
);

describe.each(LANGUAGES)('every text in %s', (language) => {
  it('is clean for all statuses and all mixes of mentions', () => {
    const offenders = [...WORDINGS].flatMap((wording) =>
      MIXES.map((mentions) => render(language, wording, mentions))
        .flatMap(({ short, long, expectedDelivery }) => [short, long, expectedDelivery])
        .filter((text) => OFFENCE.test(text)),
    );
    expect(offenders).toEqual([]);
  });

  it('is short enough, whatever the carrier writes', () => {
    const endless = 'Ω'.repeat(4096);
    const everything = {
      location: endless,
      information: endless,
      address: endless,
      isExplained: true,
      place: 'HomeDeposit',
      eta: WINDOW,
    } as const;
    const texts = [...WORDINGS].map((wording) => render(language, wording, everything));
    expect(texts.filter(({ short }) => short === '' || [...short].length > 40)).toEqual([]);
    expect(texts.filter(({ long }) => [...long].length > 600)).toEqual([]);
  });

  it('has its own short text wherever a reason replaces the text of the status', () => {
    for (const wording of [...WORDINGS].filter((each) => each.includes('.'))) {
      const [status = '', reason = ''] = wording.split('.');
      expect([wording, render(language, wording).short]).not.toEqual([wording, render(language, status).short]);
      // an Exception that returns the parcel uses the words of the status Return
      const others = [...WORDINGS].filter((each) => each !== wording && each !== reason);
      expect(others.map((other) => render(language, other).short)).not.toContain(render(language, wording).short);
    }
  });

  it('never says today or tomorrow: a scan can arrive days late', () => {
    expect(textsOf(language).filter(([, message]) => RELATIVE_DAYS.test(message))).toEqual([]);
  });

  it('names the day and the place of delivery, and labels the location of the scan differently', () => {
    const { long } = render(language, 'Delivered', { place: 'Neighbor', location: 'Depot Bonn', information: 'A. Meier' });
    const labelled = (text: string): string =>
      long
        .split('. ')
        .find((sentence) => sentence.includes(text))
        ?.split(':')[0] ?? '';
    const day = render(language, 'InTransit', { eta: { startDate: '2026-03-27', endDate: '2026-03-27' } }).expectedDelivery;
    expect(long).toContain(`: ${day}. `);
    expect(long).toContain(`: ${String(rawOf(language)['delivery_location.Neighbor'])}. `);
    expect(long).toContain('A. Meier.');
    expect(labelled('Depot Bonn')).not.toBe('');
    expect(render(language, 'Delivered', { place: 'Neighbor' }).long).not.toContain(labelled('Depot Bonn'));
    expect(render(language, 'PartiallyDelivered', { location: 'Depot Bonn' }).long).toContain(`${labelled('Depot Bonn')}: Depot Bonn`);
  });

  it('is about the delay in onInternalDelay, whatever the latest scan was', () => {
    const { short, long } = render(language, 'WarehouseDelay', { eta: WINDOW });
    for (const wording of WORDINGS)
      expect(render(language, wording, { event: 'onInternalDelay', eta: WINDOW })).toMatchObject({ short, long });
  });

  it('drops no announced date and no mention', () => {
    const { long, expectedDelivery } = render(language, 'OutForDelivery', { eta: WINDOW, place: 'Neighbor', information: 'A. Meier' });
    expect(long).toContain(`${expectedDelivery}.`);
    expect(long).toContain('A. Meier.');
    expect(long).toContain(String(rawOf(language)['delivery_location.Neighbor']));
  });
});

/** Normalises spaces, because CLDR changes its kinds of space between releases (domain C.1, trap 5). */
const normalised = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

const EVERYTHING: Mentions = {
  eta: WINDOW,
  location: 'Bonn, DE',
  information: 'A. Meier',
  address: 'Kiosk Blau, Hauptstr. 3, 53113 Bonn',
  place: 'Neighbor',
  isExplained: true,
};

/** Returns one line per text that customers can get. */
function golden(language: string): string {
  const lines = [...statusLines(language), ...wordLines(language), ...etaLines(language)];
  return normalised(`${lines.join('\n')}\n`);
}

const statusLines = (language: string): string[] =>
  [...WORDINGS].flatMap((wording) => [
    `${wording} | ${render(language, wording).short}`,
    `  bare | ${render(language, wording).long}`,
    `  full | ${render(language, wording, EVERYTHING).long}`,
  ]);

function wordLines(language: string): string[] {
  const saying = (status: DeliveryStatus, facts: Partial<TextRequest['facts']>): string => {
    const request = requestFor(language, status);
    return renderTexts({ ...request, facts: { ...request.facts, ...facts } }, languages).long;
  };
  return [
    ...EXCEPTION_CODES.map((exceptionCode) => `exception ${exceptionCode} | ${saying('Exception', { exceptionCode })}`),
    ...RETURN_REASONS.map((returnReason) => `return ${returnReason} | ${saying('Return', { returnReason })}`),
    ...NEXT_ACTIONS.map((nextAction) => `next ${nextAction} | ${saying('FailedAttemptFirst', { nextAction })}`),
    ...DELIVERY_LOCATIONS.map((place) => `place ${place} | ${render(language, 'Delivered', { place }).long}`),
  ];
}

const etaLines = (language: string): string[] =>
  [...ETA_FORMS, { startDate: '2027-01-01', endDate: '2027-01-01' }].map(
    (eta) => `eta ${JSON.stringify(eta)} | ${render(language, 'InTransit', { eta }).expectedDelivery}`,
  );

describe.each(LANGUAGES)('golden of %s', (language) => {
  it('has not changed', () => {
    const file = join(GOLDENS, `${language}.txt`);
    if (process.env['UPDATE_GOLDENS']) writeFileSync(file, golden(language));
    expect(existsSync(file)).toBe(true);
    expect(golden(language)).toBe(readFileSync(file, 'utf8'));
  });
});

describe('golden of a language without texts', () => {
  it('equals the English golden', () => expect(golden('xx')).toBe(golden('en')));

  it('equals the Norwegian golden for both written forms', () => {
    const inNorway = (language: string): Texts =>
      renderTexts({ ...requestFor(language, 'OutForDelivery', EVERYTHING), country: 'NOR' }, languages);
    expect([inNorway('nb'), inNorway('nn')].map(({ long }) => long)).toEqual([inNorway('no').long, inNorway('no').long]);
  });
});

const TWO_CENTURIES_DAYS = 73_048;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Places whose locale ICU knows, one place that ICU does not know, and one that no list contains. */
const DESTINATIONS = [...LANGUAGES.map(countryOf), 'AUT', 'CHE', 'USA', 'BRA', 'XKX', 'ZZZ'];

describe.each(LANGUAGES)('golden rule of dates in %s', (language) => {
  it('prints the intended date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TWO_CENTURIES_DAYS }), fc.constantFrom(...DESTINATIONS), (days, country) => {
        const date = new Date(Date.UTC(1900, 0, 1) + days * DAY_MS).toISOString().slice(0, 'yyyy-MM-dd'.length);
        const request = { ...requestFor(language, 'InTransit', { eta: { startDate: date, endDate: date } }), country };
        const names = namesIn(dateLocale(language, country) ?? language);
        // printed in another year than these dates, so that the year appears
        const printed = renderTexts({ ...request, happenedAtMs: Date.UTC(2150, 5, 1) }, languages).expectedDelivery;
        expect(readDate(printed, names)).toEqual({ date, weekday: names.weekdays[new Date(date).getUTCDay()] });
      }),
    );
  });
});

interface Names {
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
}

function namesIn(locale: string): Names {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const part = (type: 'month' | 'weekday', dayMs: number): string =>
    format.formatToParts(dayMs).find((each) => each.type === type)?.value ?? '';
  const SUNDAY = Date.UTC(2026, 2, 1);
  return {
    months: Array.from({ length: 12 }, (_, month) => part('month', Date.UTC(2026, month, 1))),
    weekdays: Array.from({ length: 7 }, (_, day) => part('weekday', SUNDAY + day * DAY_MS)),
  };
}

/** Reads a printed date as a person does: month name, weekday name, two numbers. */
function readDate(printed: string, { months, weekdays }: Names): { date: string; weekday: string | undefined } {
  const words: readonly string[] = printed.match(/[\p{L}-]+/gu) ?? [];
  const [day = '', year = ''] = printed.match(/\d+/g) ?? [];
  const month = String(months.findIndex((name) => words.includes(name)) + 1);
  return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, weekday: weekdays.find((name) => words.includes(name)) };
}
