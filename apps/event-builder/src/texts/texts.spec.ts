import { describe, expect, it } from '@jest/globals';
import {
  DELIVERY_STATUSES,
  type DeliveryLocation,
  type DeliveryStatus,
  type ExpectedDelivery,
  EXCEPTION_CODES,
  NEXT_ACTIONS,
  RETURN_REASONS,
} from '#libs/contracts';
import type { ScanFacts } from '../consignment/consignment.js';
import { growthOf } from '../../../../test/support/growth.js';
import { CATALOGUE_KEYS, compileCatalogue } from './catalogue.js';
import { renderTexts, type TextRequest, type Texts } from './render-texts.js';
import { loadLanguages } from './texts.provider.js';

const LANGUAGES = loadLanguages();
const codes = [...LANGUAGES.keys()];

const DATES: Record<string, ExpectedDelivery | null> = {
  none: null,
  day: { startDate: '2026-03-29', endDate: '2026-03-29' },
  range: { startDate: '2026-03-29', endDate: '2026-04-01' },
  window: { startDate: '2026-03-29', endDate: '2026-03-29', startTime: '10:00:00', endTime: '14:00:00' },
  about: { startDate: '2026-03-29', endDate: '2026-03-29', startTime: '10:00:00', endTime: '10:00:00' },
};

const facts = (status: DeliveryStatus, rest: Partial<ScanFacts> = {}): ScanFacts => ({
  status,
  occurredAtMs: Date.UTC(2026, 2, 28),
  rawScan: '',
  location: '',
  ...rest,
});

const render = (request: Partial<TextRequest> & { facts: ScanFacts }): Texts =>
  renderTexts(
    {
      event: 'onUpdated',
      language: 'en',
      clientDefault: undefined,
      country: 'DEU',
      expectedDelivery: null,
      deliveryLocation: '',
      happenedAtMs: Date.UTC(2026, 2, 28, 12),
      zone: 'Europe/Berlin',
      ...request,
    },
    LANGUAGES,
  );

interface Piece {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Piece[] }>>;
}

/** Returns the names of the arguments of a parsed message, including nested ones. */
function argumentsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => [
    ...(piece.type === 0 ? [] : [piece.value ?? '']),
    ...Object.values(piece.options ?? {}).flatMap(({ value }) => argumentsOf(value)),
  ]);
}

describe('every catalogue', () => {
  it('has 130 messages', () => {
    expect(CATALOGUE_KEYS.size).toBe(130);
    for (const code of codes) expect(LANGUAGES.get(code)?.messages.size).toBe(130);
  });

  it.each(codes)('%s uses the arguments of English, and only known ones', (code) => {
    for (const [key, allowed] of CATALOGUE_KEYS) {
      const used = (language: string): string[] =>
        [...new Set(argumentsOf(LANGUAGES.get(language)?.messages.get(key)?.getAst() ?? []))].toSorted();
      expect([key, used(code)]).toEqual([key, used('en')]);
      expect([key, used(code).filter((name) => !allowed.includes(name))]).toEqual([key, []]);
    }
  });

  it('is refused with all faults at once', () => {
    const file = Object.fromEntries([...CATALOGUE_KEYS.keys()].map((key) => [key, 'text']));
    const broken: Record<string, string> = { ...file, 'eta.label': '{eta', 'status.None.short': "it's", 'no.key': 'x' };
    delete broken['eta.day'];
    expect(() => compileCatalogue('xx', broken)).toThrow(/"eta.day" is missing/);
    expect(() => compileCatalogue('xx', broken)).toThrow(/"eta.label" is not an ICU message/);
    expect(() => compileCatalogue('xx', broken)).toThrow(/ASCII apostrophe/);
    expect(() => compileCatalogue('xx', broken)).toThrow(/"no.key" is not a key/);
  });
});

describe('the texts of every status', () => {
  const full: Partial<ScanFacts> = {
    location: 'Bonn, DE.',
    information: 'Meier',
    pickup: { address: 'Kiosk Blau, Hauptstr.' },
    exceptionCode: 'Customs',
    returnReason: 'NotCollected',
    nextAction: 'PickUpReady',
  };
  const matrix = codes.flatMap((language) => DELIVERY_STATUSES.map((status) => [language, status] as const));

  it.each(matrix)('%s %s reads well with and without everything', (language, status) => {
    for (const expectedDelivery of Object.values(DATES)) {
      for (const rest of [{}, full, { location: 'Bonn' }, { pickup: { address: 'Kiosk' } }]) {
        const { short, long } = render({ language, facts: facts(status, rest), expectedDelivery, deliveryLocation: 'Neighbor' });
        expect(short.length).toBeLessThanOrEqual(40);
        expect(long.length).toBeLessThanOrEqual(600);
        expect(`${short} ${long}`).not.toMatch(/[{}<>]|undefined| {2}| \.|\.\.|: \.|:\./);
      }
    }
  });

  it.each(codes.filter((code) => code !== 'en'))('%s is a translation', (code) => {
    const same = [...CATALOGUE_KEYS.keys()].filter((key) => {
      const text = (language: string): string => JSON.stringify(LANGUAGES.get(language)?.messages.get(key)?.getAst());
      return text(code) === text('en');
    });
    // only patterns of dates may be the same
    expect(same.filter((key) => !key.startsWith('eta.'))).toEqual([]);
  });
});

describe('the long text', () => {
  const long = (request: Partial<TextRequest> & { facts: ScanFacts }): string => render({ language: 'de', ...request }).long;

  it('contains date, planned place and information', () => {
    const text = long({
      facts: facts('OutForDelivery', { information: 'Klingel defekt.', location: 'Bonn' }),
      expectedDelivery: DATES['window'] ?? null,
      deliveryLocation: 'Neighbor',
    });
    expect(text).toBe(
      'Ihre Sendung ist in der Zustellung. Voraussichtliche Zustellung: Sonntag, 29. März, 10:00–14:00 Uhr. Geplanter Zustellort: Nachbar. Hinweis: Klingel defekt.',
    );
  });

  it.each(EXCEPTION_CODES)('depends on the exception code %s', (exceptionCode) => {
    const text = long({ facts: facts('Exception', { exceptionCode }) });
    expect(text).not.toBe(long({ facts: facts('Exception') }));
    expect(text.includes('Grund: ')).toBe(!['CustomerRefusal', 'Return'].includes(exceptionCode));
  });

  it.each(RETURN_REASONS.filter((reason) => reason !== 'Unknown'))('states the return reason %s', (returnReason) => {
    expect(long({ facts: facts('Return', { returnReason }) })).not.toBe(long({ facts: facts('Return') }));
  });

  it('names no cause for a mere delay, such as weather, a breakdown or a missed collection', () => {
    const late = { facts: facts('Exception', { exceptionCode: 'TimeIssue' }) };
    expect(render(late).long).toBe('There is a problem with your parcel. Reason: the delivery is taking longer than planned.');
    expect(render({ ...late, language: 'de' }).long).toContain('Grund: Die Zustellung dauert länger als geplant.');
  });

  it('does not say that a lost parcel is on its way back', () => {
    expect(long({ facts: facts('Return', { returnReason: 'Lost' }) })).toBe('Die Sendung ist verloren gegangen.');
  });

  it.each<[Partial<ScanFacts> & Pick<ScanFacts, 'status'>, string, string]>([
    [{ status: 'Return', returnReason: 'Lost' }, 'Verloren gegangen', 'Die Sendung ist verloren gegangen.'],
    [{ status: 'Return', returnReason: 'Destroyed' }, 'Zerstört', 'Die Sendung wurde zerstört.'],
    [{ status: 'Return', returnReason: 'Seized' }, 'Beschlagnahmt', 'Die Sendung wurde von den Behörden beschlagnahmt.'],
    [{ status: 'Exception', exceptionCode: 'CustomerRefusal' }, 'Annahme verweigert', 'Die Annahme Ihrer Sendung wurde verweigert.'],
    [{ status: 'Exception', exceptionCode: 'Return' }, 'Rücksendung an Absender', 'Ihre Sendung wird an den Absender zurückgeschickt.'],
  ])('%j has its own wording', ({ status, ...rest }, short, sentence) => {
    const texts = render({ language: 'de', facts: facts(status, { ...rest, information: 'Meier' }) });
    expect([texts.short, texts.long]).toEqual([short, `${sentence} Hinweis: Meier.`]);
  });

  it.each(NEXT_ACTIONS)('states the next step %s', (nextAction) => {
    expect(long({ facts: facts('FailedAttemptFirst', { nextAction }) })).toContain('Nächster Schritt: ');
  });

  it('edge case 34: uses a carrier’s text as plain text, on one line, cut to a readable length', () => {
    const text = long({ facts: facts('InTransit', { location: `{eta} <b>'x'\u2028y\n\n📦 ${'z'.repeat(4000)}` }) });
    expect(text).toContain("Ort: {eta} <b>'x' y 📦 zzz");
    expect(text.length).toBeLessThan(300);
  });

  it('reads a crafted text only once: tens of thousands of full stops before a letter', () => {
    const told = (dots: number): string => long({ facts: facts('OutForDelivery', { information: `${'.'.repeat(dots)}x` }) });
    expect(told(50_000)).toMatch(/Hinweis: \.{119}…/);
    expect(growthOf(told, 50_000)).toBeLessThan(10); // reading again from each full stop would give a factor of a hundred
  });

  it.each<[DeliveryLocation, string]>([
    ['Unknown', 'Ort des Scans: Bonn.'],
    ['Doorstep', 'Zustellort: Haustür. Ort des Scans: Bonn.'],
  ])('does not call the location of the scan the place of delivery: delivery_location %s', (deliveryLocation, places) => {
    const text = long({ facts: facts('Delivered', { location: 'Bonn' }), deliveryLocation });
    expect(text).toBe(`Ihre Sendung wurde zugestellt. Zustelldatum: Samstag, 28. März. ${places}`);
  });

  it.each([
    ['Europe/Berlin', '2026-03-27T23:30:00Z', 'Samstag, 28. März'],
    ['Pacific/Kiritimati', '2026-03-28T12:00:00Z', 'Sonntag, 29. März'],
    ['America/Los_Angeles', '2026-03-28T01:00:00Z', 'Freitag, 27. März'],
  ])('names the day of delivery in %s', (zone, instant, day) => {
    const delivered = facts('Delivered', { occurredAtMs: Date.parse(instant) });
    expect(long({ facts: delivered, zone })).toContain(`Zustelldatum: ${day}.`);
  });

  it('names the day of the scan, not of a later record, and the year if it is another year', () => {
    const delivered = facts('Delivered', { occurredAtMs: Date.UTC(2025, 11, 30, 12) });
    expect(long({ facts: delivered, happenedAtMs: Date.UTC(2026, 0, 2) })).toContain('Zustelldatum: Dienstag, 30. Dezember 2025.');
  });
});

describe('edge case 33: languages', () => {
  const day = { facts: facts('OutForDelivery'), expectedDelivery: DATES['day'] ?? null };

  it('a language without texts falls back to the client’s default, then to English, and reports the fallback', () => {
    expect(render({ ...day, language: 'xx' })).toEqual({ ...render({ ...day, language: 'en', country: 'DEU' }), isFallback: true });
    expect(render({ ...day, language: 'xx', clientDefault: 'de' }).short).toBe('In Zustellung');
    expect(render({ ...day, language: 'xx', clientDefault: 'nb' })).toEqual(render({ ...day, language: 'xx', clientDefault: 'no' }));
    expect(render({ ...day, language: 'xx', clientDefault: 'nb' }).short).toBe('Ute for levering');
  });

  it.each(['nb', 'nn'])('%s has dates in the language of its texts', (language) => {
    const norwegian = render({ ...day, language: 'no', country: 'NOR' });
    expect(render({ ...day, language, country: 'NOR' })).toEqual(norwegian);
    expect(norwegian.long).toContain(norwegian.expectedDelivery);
  });

  it('zh has dates before it has texts', () => {
    const { short, expectedDelivery } = render({ ...day, language: 'zh', country: 'CHN' });
    expect([short, expectedDelivery]).toEqual(['Out for delivery', '3月29日星期日']);
  });

  it.each([
    ['ar', 'EGY'],
    ['ar', 'SAU'],
    ['fa', 'IRN'],
    ['ur', 'IND'],
    ['bn', 'BGD'],
    ['mr', 'IND'],
    ['ne', 'NPL'],
    ['my', 'MMR'],
    ['ps', 'AFG'],
    ['pa', 'PAK'],
    ['uz', 'AFG'],
    ['dz', 'BTN'],
    ['as', 'IND'],
  ])('%s for %s uses one kind of digits in a sentence', (language, country) => {
    for (const expectedDelivery of Object.values(DATES)) {
      for (const status of ['OutForDelivery', 'Delivered'] as const) {
        const texts = render({ facts: facts(status), language, country, expectedDelivery });
        expect(`${texts.long} ${texts.expectedDelivery}`.match(/(?![0-9])\p{Nd}/gu)).toBeNull();
      }
    }
    const digits = render({ ...day, language, country }).expectedDelivery.match(/\d+/g);
    expect(digits).toContain('29');
  });

  it('writes dates as in the destination country', () => {
    const date = (language: string, country: string): string =>
      render({ ...day, language, country }).expectedDelivery.replace(/[\u00A0\u2009\u202F]/g, ' ');
    expect(date('en', 'USA')).toBe('Sunday, March 29');
    expect(date('en', 'GBR')).toBe('Sunday 29 March');
    expect(date('de', 'AUT')).toBe('Sonntag, 29. März');
    expect(date('de', 'XKX')).toBe('Sonntag, 29. März');
    expect(date('de', 'ZZZ')).toBe('Sonntag, 29. März');
  });

  it.each([
    ['none', ''],
    ['day', 'Sonntag, 29. März'],
    ['range', 'Sonntag, 29. März – Mittwoch, 1. April'],
    ['window', 'Sonntag, 29. März, 10:00–14:00 Uhr'],
    ['about', 'Sonntag, 29. März, gegen 10:00 Uhr'],
  ])('formats %s', (form, text) => {
    expect(render({ ...day, language: 'de', expectedDelivery: DATES[form] ?? null }).expectedDelivery).toBe(text);
  });

  it.each([
    ['fr', 'FRA', 'mercredi 1er avril', 'vendredi 1er janvier 2027'],
    ['fr', 'CAN', 'mercredi 1er avril', 'vendredi 1er janvier 2027'],
    ['pt', 'BRA', 'quarta-feira, 1º de abril', 'sexta-feira, 1º de janeiro de 2027'],
    ['pt', 'PRT', 'quarta-feira, 1 de abril', 'sexta-feira, 1 de janeiro de 2027'],
    ['es', 'ESP', 'miércoles, 1 de abril', 'viernes, 1 de enero de 2027'],
    ['it', 'ITA', 'mercoledì 1 aprile', 'venerdì 1 gennaio 2027'],
    ['de', 'DEU', 'Mittwoch, 1. April', 'Freitag, 1. Januar 2027'],
  ])('the first of a month in %s for %s is %s', (language, country, april, january) => {
    const written = (date: string): string =>
      render({ ...day, language, country, expectedDelivery: { startDate: date, endDate: date } }).expectedDelivery;
    expect([written('2026-04-01'), written('2027-01-01')]).toEqual([april, january]);
    expect(written('2026-04-11')).not.toMatch(/1er|1º/);
  });

  it('includes the year in a date of another year', () => {
    const expectedDelivery = { startDate: '2025-12-31', endDate: '2026-01-02' };
    const happenedAtMs = Date.UTC(2025, 11, 31, 23, 30);
    const date = render({ ...day, language: 'de', expectedDelivery, happenedAtMs }).expectedDelivery;
    expect(date).toBe('Mittwoch, 31. Dezember 2025 – Freitag, 2. Januar');
  });
});
