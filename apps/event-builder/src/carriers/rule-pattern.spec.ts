import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canBecomeSlow, hidesPattern, toPattern } from './rule-pattern.js';

describe('a pattern that can become slow', () => {
  it.each([
    '^(a+)+$',
    '^(a|a)*b',
    '^.*a.*b',
    '^.*delivered.*neighbour',
    '^(?:\\w+\\s?)+:',
    '^a*a*b',
    '^[\\s\\S]*x[\\s\\S]*y',
    '^(?!(a+)+b)',
    '^(?:a{1,100}){1,100}b',
    '^a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaa',
  ])('is detected in %s', (text) => {
    expect(canBecomeSlow(toPattern(text))).toBe(true);
  });

  it.each([
    '^Transferred through .*',
    '^.*delivered',
    '^.*\\bzugestellt\\b',
    '^(?:Paket|Sendung) .* zugestellt',
    '^(?=.*delivered)(?=.*neighbour)',
    '^[^,]*, [^,]*, DE',
    '^delivered(?: to .+)? at \\d{1,2}:\\d{2}',
    '^(?:delivered|handed over)',
    '^',
  ])('is not detected in %s', (text) => {
    expect(canBecomeSlow(toPattern(text))).toBe(false);
  });
});

describe('a pattern hides another', () => {
  it.each([
    ['^.*', '^Delivered'],
    ['^', '^Delivered'],
    ['^(?:.*)', '^(?:A|B)'],
    ['^Delivered', '^Delivered to the neighbour'],
    ['^Deliver', '^Delivered?'],
    ['^Delivered|Collected', '^Collected at the counter'],
    ['^[A-Z][a-z]+', '^Delivered .* neighbour'],
    ['^Delivered', '^(?:Delivered to|Delivered at) .*'],
    ['^\\d+ items', '^\\d+ items'],
    ['^Delivered', '^Delivered$'],
    ['^Delivered', '^Delivered to [A-Z]+'],
  ])('%s hides %s', (earlier, later) => {
    expect(hidesPattern(toPattern(earlier), toPattern(later))).toBe(true);
  });

  it.each([
    ['^Delivered to the neighbour', '^Delivered'],
    ['^Delivered$', '^Delivered to the neighbour'],
    ['^Delivered\\b', '^Delivered to the neighbour'],
    ['^Delivered(?! to)', '^Delivered to the neighbour'],
    ['^Delivered', '^Delivere[dr] to'],
    ['^Delivered', '^Delivered?'],
    ['^Delivered', '^(?:Delivered|Collected)'],
    ['^Delivered', '^Delivered|'],
    ['^Delivered|Collected', '^(?:Delivered|Collected) twice|Lost'],
    ['^Delivered|Collected', '^Not (?:Delivered|Collected)'],
  ])('%s does not hide %s', (earlier, later) => {
    expect(hidesPattern(toPattern(earlier), toPattern(later))).toBe(false);
  });

  it('only if it matches every text that the hidden pattern matches', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', 'a?', 'b*', '(?:a|b)', '[ab]', '.', 'a|b', '\\b', '$', '(?=a)', 'a{2}');
    const pattern = fc.array(piece, { maxLength: 4 }).map((pieces) => `^${pieces.join('')}`);
    const text = fc.stringMatching(/^[ab ]{0,6}$/);
    fc.assert(
      fc.property(pattern, pattern, fc.array(text, { maxLength: 20 }), (earlier, later, texts) => {
        fc.pre(hidesPattern(toPattern(earlier), toPattern(later)));
        const taken = texts.filter((each) => toPattern(later).test(each));
        expect(taken.filter((each) => !toPattern(earlier).test(each))).toEqual([]);
      }),
    );
  });
});
