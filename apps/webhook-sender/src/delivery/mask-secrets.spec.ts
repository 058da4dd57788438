import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/config';
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

  it('knows how JSON spells it', () => {
    expect(masked(JSON.stringify({ password: 'a"b\\c"d' }), 'a"b\\c"d')).toBe('{"password":"[secret]"}');
  });

  it('leaves an answer readable when the secret is a letter', () => {
    expect(masked('an answer', 'a')).toBe('an answer');
  });

  it('masks the longer of two that begin alike', () => {
    expect(masked('secret-one-two', 'secret-one', 'secret-one-two')).toBe('[secret]');
  });

  it('finds the longest beginning of a secret at the end, repetitions in it or not', () => {
    const secret = [new Secret('abababac-abababad')];
    expect(maskSecrets('x abababac-ababab', secret)).toBe('x [secret]');
    expect(maskSecrets('x abababababac', secret)).toBe('x abab[secret]');
    expect(maskSecrets('x ababa', secret)).toBe('x ababa');
  });

  it('takes no time worth speaking of for an answer made for twenty long secrets: one receiver must not hold up the others', () => {
    const secrets = Array.from({ length: 20 }, (_, index) => new Secret(`${'a'.repeat(8000)}/"${index}`));
    const before = process.cpuUsage();
    expect(maskSecrets(`${'a'.repeat(8000)}c`, secrets)).toMatch(/c$/);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(500); // milliseconds of processor time; by trying every length it takes two seconds
  });
});
