import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGUE_KEYS } from './catalogue.js';
import { formatterOf } from './message.js';
import { loadLanguages } from './texts.provider.js';

const of = (text: string): IntlMessageFormat => new IntlMessageFormat(text, 'de', undefined, { ignoreTag: true });

describe('a message', () => {
  const messages = [...loadLanguages().values()].flatMap(({ messages: ofLanguage }) => [...ofLanguage]);

  it('equals the library’s result for every message of every language', () => {
    const value = fc.oneof(fc.constantFrom('yes', 'no', 'other', '', '{x}', '<b>', 'toString'), fc.string());
    const values = (key: string): fc.Arbitrary<Record<string, string>> =>
      fc.record(Object.fromEntries((CATALOGUE_KEYS.get(key) ?? []).map((name) => [name, value])));
    for (const [key, message] of messages) {
      const formatter = formatterOf(message);
      fc.assert(
        fc.property(values(key), (each) => expect(formatter(each)).toBe(message.format(each))),
        { numRuns: 10 },
      );
    }
  });

  it('leaves plurals to the library', () => {
    const message = of('{n, plural, one {ein Paket} other {# Pakete}}');
    expect(formatterOf(message)({ n: '3' })).toBe(message.format({ n: '3' }));
  });

  it('throws when an argument is missing', () => {
    expect(() => formatterOf(of('am {date}'))({})).toThrow('the argument "date" is missing');
    expect(() => formatterOf(of('{hasEta, select, yes {ja} other {nein}}'))({})).toThrow('the argument "hasEta" is missing');
  });
});
