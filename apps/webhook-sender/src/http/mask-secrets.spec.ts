import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
import { growthOf } from '../../../../test/support/growth.js';
import { maskSecrets } from './mask-secrets.js';

const masked = (text: string, ...secrets: string[]): string =>
  maskSecrets(
    text,
    secrets.map((secret) => new Secret(secret)),
  );

describe('maskSecrets', () => {
  it.each([
    ['nothing to hide', 'nothing to hide'],
    ['got "Bearer abc/def+ghi="', 'got "[secret]"'],
    ['got abc/def+ghi= and abc/def+ghi=', 'got [secret] and [secret]'],
    ['{"token":"abc\\/def+ghi="}', '{"token":"[secret]"}'],
    ['cut in the middle of Bearer abc/d', 'cut in the middle of [secret]'],
    ['cut in the middle of abc/def', 'cut in the middle of [secret]'],
  ])('%s', (text, expected) => {
    expect(masked(text, 'Bearer abc/def+ghi=')).toBe(expected);
  });

  it('finds a secret escaped as in JSON', () => {
    expect(masked(JSON.stringify({ password: 'a"b\\c"d' }), 'a"b\\c"d')).toBe('{"password":"[secret]"}');
  });

  describe('escaped as in JSON, or encoded as in a URL or form', () => {
    const password = 'päss&wörd <1>/"x"';
    const spellings: readonly [string, string][] = [
      ['json_encode of PHP', String.raw`p\u00e4ss&w\u00f6rd <1>\/\"x\"`],
      ['json.dumps of Python', String.raw`p\u00e4ss&w\u00f6rd <1>/\"x\"`],
      ['System.Text.Json', String.raw`p\u00E4ss\u0026w\u00F6rd \u003C1\u003E/\u0022x\u0022`],
      ['encoding/json of Go', String.raw`päss\u0026wörd \u003c1\u003e/\"x\"`],
      ['a URL', encodeURIComponent('päss&wörd <1>/"x"')],
      ['a URL in lower case', encodeURIComponent('päss&wörd <1>/"x"').toLowerCase()],
      ['a form', new URLSearchParams([['', 'päss&wörd <1>/"x"']]).toString().slice(1)],
    ];

    it.each(spellings)('%s', (_, spelling) => {
      expect(masked(`100% of ${spelling} & <b>more</b> \\ ${spelling}.`, password)).toBe('100% of [secret] & <b>more</b> \\ [secret].');
    });

    it.each(spellings)('%s, cut anywhere', (_, spelling) => {
      for (let length = spelling.length / 2 + 4; length < spelling.length; length++)
        expect(masked(`got ${spelling.slice(0, length)}`, password)).toBe('got [secret]');
    });

    it.each(['ab%41cd%42', String.raw`ab\u0041\n"cd`, 'AT&amp;T&lt;1', 'a+b c%2Bd', '100%-sure & safe'])(
      'masks %s, which itself looks escaped',
      (secret) => {
        const spellings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
        expect(spellings.map((spelling) => masked(`"${spelling}"`, secret))).toEqual(spellings.map(() => '"[secret]"'));
      },
    );

    it.each([
      ['ab+cd/efghIJKLMN0123==', 'grant_type=x&client_secret=ab%2Bcd%2FefghIJKLMN0123%3D%3D&z=1'],
      ['de/adbeefXYZxyz99', String.raw`{"body":"token=de\/adbeefXYZxyz99"}`],
      ['dXNl+cjpwYXNzdw==', 'auth: dXNl%2BcjpwYXNzdw%3D%3D\nnext'],
      ['beef&cafe-secret', 'pw=beef%26cafe-secret'],
      ['2+abcdefgh', String.raw`C:\12%2Babcdefgh`],
    ])('masks %s where the text around it reads as another escape', (secret, answer) => {
      expect(masked(answer, secret)).toContain('[secret]');
    });

    it('leaves the rest of an escaped answer unchanged', () => {
      const answer = String.raw`{"a":"\u00e4\n%41&amp;+","b":"%zz \ &nosuch; &"}`;
      expect(masked(answer, 'secret-one')).toBe(answer);
    });

    it('masks a secret that is cut inside a character', () => {
      expect(masked('got wörd-pä\ufffd', 'wörd-päö')).toBe('got [secret]');
    });

    it.each(['%252525', String.raw`\\`, '%C3', String.raw`\u005c`])(
      'takes linear time for an answer of many %s and long secrets',
      (piece) => {
        const mask = (chars: number): string =>
          maskSecrets(
            piece.repeat(chars / piece.length),
            Array.from({ length: 20 }, (_, index) => new Secret(`${'%2525'.repeat(chars / 5)}${index}`)),
          );
        expect(growthOf(mask, 8_000)).toBeLessThan(10);
      },
    );
  });

  describe('in base64', () => {
    const secret = 'päss&wörd <1>/"x"';
    const bytes = Buffer.from(secret);

    it.each([
      ['without padding', bytes.toString('base64').replaceAll('=', '')],
      ['in the alphabet of URLs', bytes.toString('base64url')],
    ])('%s', (_, dump) => {
      expect(masked(`got ${dump} from you`, secret)).toMatch(/^got \[secret\].{0,2} from you$/);
    });

    it.each(['', 'x', 'xy', 'xyz'])('of a text with %j before it', (before) => {
      const dump = Buffer.from(`${before}${secret}, and more`).toString('base64');
      const left = masked(dump, secret);
      expect(left).toContain('[secret]');
      expect(Buffer.from(left.replace('[secret]', ''), 'base64').toString()).not.toMatch(/p.ss|w.rd/);
    });
  });

  it('leaves an answer readable when the secret is a letter', () => {
    expect(masked('an answer', 'a')).toBe('an answer');
  });

  it('masks the longer of two secrets with the same beginning', () => {
    expect(masked('secret-one-two', 'secret-one', 'secret-one-two')).toBe('[secret]');
  });

  it('finds the longest beginning of a secret at the end, with or without repetitions', () => {
    const secret = [new Secret('abababac-abababad')];
    expect(maskSecrets('x abababac-ababab', secret)).toBe('x [secret]');
    expect(maskSecrets('x abababababac', secret)).toBe('x abab[secret]');
    expect(maskSecrets('x ababa', secret)).toBe('x ababa');
  });

  it('takes linear time for an answer crafted for twenty long secrets', () => {
    const mask = (chars: number): string =>
      maskSecrets(
        `${'a'.repeat(chars)}c`,
        Array.from({ length: 20 }, (_, index) => new Secret(`${'a'.repeat(chars)}/"${index}`)),
      );
    expect(mask(8_000)).toMatch(/^a+\[secret\]$/); // not a secret, but so similar that the rest is masked
    expect(growthOf(mask, 8_000)).toBeLessThan(10); // trying every length would give a factor of a hundred
  });
});
