import { expect, it } from '@jest/globals';
import { validityOf } from './certificate-validity.js';

const SPAN = { notBefore: '2026-01-01T00:00:00Z', notAfter: '2026-12-31T00:00:00Z' };

it.each([
  ['2025-12-31T23:59:59Z', { is: 'notYet' }],
  ['2026-06-01T00:00:00Z', { is: 'valid', days: 213 }],
  ['2026-12-01T00:00:00Z', { is: 'soon', days: 30 }],
  ['2026-12-30T12:00:00Z', { is: 'soon', days: 0 }],
  ['2027-01-01T00:00:00Z', { is: 'expired' }],
])('at %s', (now, expected) => {
  expect(validityOf(SPAN, Date.parse(now))).toEqual(expected);
});
