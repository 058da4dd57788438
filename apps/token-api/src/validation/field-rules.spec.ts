import { describe, expect, it } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  at,
  choice,
  digits,
  flag,
  idNumber,
  instant,
  listOf,
  nameText,
  objectOf,
  type Rule,
  text,
  uuid,
  wholeNumber,
} from './field-rules.js';

const namesOf = (rule: Rule, value: unknown): string[] => at('field', rule(value)).map(({ name, attr }) => `${attr}:${name}`);

describe('a field', () => {
  it.each<[string, Rule, unknown, string[]]>([
    ['text', text(), '', []],
    ['text', text(), 'ä😀\n', []],
    ['text', text(), 7, ['field:invalid']],
    ['text', text(), {}, ['field:invalid']],
    ['text with NUL', text(), 'a\0b', ['field:invalid']],
    ['text with half a character', text(), '\ud83d', ['field:invalid']],
    ['text not blank', text({ min: 1 }), '', ['field:invalid']],
    ['text too long', text({ max: 3 }), 'abcd', ['field:invalid']],
    ['name', nameText({ max: 9 }), 'Läden 😀 9', []],
    ['name not given', nameText({ max: 9 }), '', []],
    ['name needed', nameText({ min: 1 }), '', ['field:invalid']],
    ['name of one blank', nameText({ max: 9 }), ' ', ['field:invalid']],
    ['name of blanks', nameText({ max: 9 }), '\u00a0\u3000\u2800', ['field:invalid']],
    ['name without visible characters', nameText({ max: 9 }), '\u200b\u2060\u3164', ['field:invalid']],
    ['name of two lines', nameText({ max: 9 }), 'a\nb', ['field:invalid']],
    ['name with an end of line', nameText({ max: 9 }), 'a\u2028', ['field:invalid']],
    ['name with a control character', nameText({ max: 9 }), 'a\u0085', ['field:invalid']],
    ['name that changes the direction', nameText({ max: 9 }), 'abc\u202e', ['field:invalid']],
    ['name with a direction isolate', nameText({ max: 9 }), '\u2066abc', ['field:invalid']],
    ['name with a joiner', nameText({ max: 9 }), '👩\u200d🔧', []],
    ['name from right to left', nameText({ max: 9 }), 'שלום', []],
    ['flag', flag, false, []],
    ['flag', flag, 'false', ['field:invalid']],
    ['flag', flag, 0, ['field:invalid']],
    ['number', wholeNumber(1, 10), 10, []],
    ['number', wholeNumber(1, 10), 11, ['field:invalid']],
    ['number', wholeNumber(1, 10), 1.5, ['field:invalid']],
    ['number', wholeNumber(1, 10), '7', ['field:invalid']],
    ['id', idNumber, -1, []],
    ['id', idNumber, 1e300, []],
    ['id', idNumber, Infinity, ['field:invalid']],
    ['id', idNumber, 1.5, ['field:invalid']],
    ['id', idNumber, true, ['field:invalid']],
    ['digits', digits(1, 200), '200', []],
    ['digits', digits(1, 200), '0', ['field:invalid']],
    ['digits', digits(1, 200), '1e2', ['field:invalid']],
    ['digits', digits(1, 200), ['1', '2'], ['field:invalid']],
    ['choice', choice(['a', 'b']), 'a', []],
    ['choice', choice(['a', 'b']), 'A', ['field:invalidChoice']],
    ['choice', choice(['a', 'b']), '', ['field:invalidChoice']],
    ['choice', choice(['a', 'b']), 1, ['field:invalid']],
    ['choice', choice(['a', 'b']), 'toString', ['field:invalidChoice']],
    ['list', listOf(choice(['a']), 3), [], []],
    ['list', listOf(choice(['a']), 3), ['a', 'x', 5], ['field.1:invalidChoice', 'field.2:invalid']],
    ['list', listOf(choice(['a']), 3), ['a', null], ['field.1:invalid']],
    ['list', listOf(choice(['a']), 3), 'a', ['field:invalid']],
    ['list', listOf(choice(['a']), 3), { 0: 'a', length: 1 }, ['field:invalid']],
    ['list', listOf(choice(['a']), 1), ['a', 'a'], ['field:invalid']],
    ['uuid', uuid, '3f2504e0-4f89-41d3-9a0c-0305e82c3301', []],
    ['uuid', uuid, '3f2504e04f8941d39a0c0305e82c3301', ['field:invalid']],
    ['instant', instant, '2026-03-29T10:00:00+02:00', []],
    ['instant', instant, '2026-03-29', ['field:invalid']],
    ['instant', instant, '0088-07-19T10:34:31Z', ['field:invalid']],
    ['instant', instant, '0000-01-01T00:00:00Z', ['field:invalid']],
    ['instant', instant, '2026-02-30T10:00:00Z', ['field:invalid']],
  ])('%s %#: %p', (_, rule, value, expected) => {
    expect(namesOf(rule, value)).toEqual(expected);
  });

  it('quotes the sent value, but only the beginning of a long text', () => {
    const [fault] = choice(['read'])('x'.repeat(5000));
    expect(fault?.detail).toMatch(/^"x{100}" is not a valid choice\. Choices: read\.$/);
  });
});

describe('the schema of a rule', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }));

  it.each<[string, Rule, unknown]>([
    ['text', text({ min: 1, max: 3 }), 'a\0b'],
    ['text', text({ min: 1, max: 3 }), ''],
    ['text', text({ max: 3 }), 'abcd'],
    ['text', text({ max: 3 }), '😀😀😀'],
    ['flag', flag, 'true'],
    ['number', wholeNumber(1, 10), 11],
    ['number', wholeNumber(1, 10), 10],
    ['id', idNumber, 1e300],
    ['id', idNumber, 1.5],
    ['choice', choice(['a']), 'b'],
    ['list', listOf(choice(['a']), 2), ['a', 'b']],
    ['list', listOf(choice(['a']), 2), ['a', 'a', 'a']],
    ['object', objectOf({ a: { rule: flag }, b: { rule: flag, isOptional: true } }), { a: true }],
    ['object', objectOf({ a: { rule: flag } }), {}],
    ['object', objectOf({ a: { rule: flag } }), { a: true, c: 1 }],
    ['uuid', uuid, '3f2504e0-4f89-41d3-9a0c-0305e82c330'],
    ['instant', instant, '2026-03-29T10:00:00+02:00'],
    ['instant', instant, '0999-12-31T10:00:00Z'],
  ])('agrees with the rule: %s %#', (_, rule, value) => {
    expect(ajv.validate(rule.schema, value)).toBe(rule(value).length === 0);
  });
});
