import { describe, expect, it } from '@jest/globals';
import { asSecretsKeys } from '#libs/config';
import { SecretBox } from './secret-box.provider.js';

const key = (fill: number): string => Buffer.alloc(32, fill).toString('base64');
const boxOf = (text: string): SecretBox => new SecretBox(asSecretsKeys(text));

describe('SecretBox', () => {
  it('opens a secret that it sealed, and never gives the same sealed text twice', () => {
    const box = boxOf(key(1));
    const sealed = box.seal('pässword', 'receiver-1');
    expect(box.open(sealed, 'receiver-1')).toBe('pässword');
    expect(box.seal('pässword', 'receiver-1')).not.toBe(sealed);
    expect(sealed).not.toContain('pässword');
  });

  it('opens with an older key after a rotation', () => {
    const sealed = boxOf(`a:${key(1)}`).seal('x', 'c');
    expect(boxOf(`b:${key(2)},a:${key(1)}`).open(sealed, 'c')).toBe('x');
    expect(() => boxOf(`b:${key(2)}`).open(sealed, 'c')).toThrow('no key "a"');
  });

  it('reseals only secrets of older keys', () => {
    const [old, both] = [boxOf(`a:${key(1)}`), boxOf(`b:${key(2)},a:${key(1)}`)];
    const resealed = both.reseal(old.seal('x', 'c'), 'c') ?? '';
    expect(boxOf(`b:${key(2)}`).open(resealed, 'c')).toBe('x');
    expect(both.reseal(resealed, 'c')).toBeUndefined();
    expect(() => both.reseal(old.seal('x', 'c'), 'other')).toThrow();
  });

  it('refuses another key with the same id', () => {
    const sealed = boxOf(`new:${key(1)}`).seal('x', 'c');
    expect(() => boxOf(`new:${key(2)}`).reseal(sealed, 'c')).toThrow();
    expect(() => boxOf(`new:${key(2)},new:${key(1)}`)).toThrow('names two keys "new"');
  });

  it('refuses an altered text and another row', () => {
    const box = boxOf(key(1));
    const sealed = box.seal('x', 'c');
    expect(() => box.open(`${sealed.slice(0, -4)}AAAA`, 'c')).toThrow();
    expect(() => box.open(sealed, 'other')).toThrow();
  });
});
