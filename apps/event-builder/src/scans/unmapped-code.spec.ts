import { describe, expect, it } from '@jest/globals';
import type { Scan } from '#libs/contracts';
import { unmappedCodeOf } from './unmapped-code.js';

const scan = (rest: Partial<Scan>): Scan => ({
  scanId: '1',
  courier: 'acme',
  trackingNumber: 'T',
  occurredAtMs: 0,
  locationText: '',
  repairs: [],
  ...rest,
});

describe('unmappedCodeOf', () => {
  it('has the fields of the scan', () => {
    expect(unmappedCodeOf(scan({ code: 'Q', subCode: 'Z', rawText: 'who knows' }))).toEqual({
      courier: 'acme',
      code: 'Q',
      subCode: 'Z',
      sampleText: 'who knows',
      place: '',
    });
    expect(unmappedCodeOf(scan({}))).toEqual({ courier: 'acme', code: '', subCode: '', sampleText: '', place: '' });
  });

  it.each([
    ['code', 'code', 100],
    ['subCode', 'subCode', 100],
    ['rawText', 'sampleText', 500],
  ] as const)('cuts a long %s, never inside a character', (field, of, most) => {
    const cut = (text: string): string => unmappedCodeOf(scan({ [field]: text }))[of];
    expect(cut('x'.repeat(most + 1))).toBe('x'.repeat(most));
    expect(cut(`${'x'.repeat(most - 2)}😀y`)).toBe(`${'x'.repeat(most - 2)}😀`);
    expect(cut(`${'x'.repeat(most - 1)}😀`)).toBe('x'.repeat(most - 1));
  });
});
