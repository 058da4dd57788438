import { describe, expect, it } from '@jest/globals';
import { type Known, marksOf } from './checklist.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');

const marks = (receiver: object, { hasTest = false, hasAddresses = true } = {}) =>
  marksOf({
    receiver: {
      enabled: true,
      auth: { type: 'none' },
      signing: { enabled: true },
      clientCertificate: null,
      health: { state: 'healthy', lastSuccessAt: null },
      ...receiver,
    } as unknown as Known['receiver'],
    hasTest,
    hasAddresses,
    nowMs: NOW_MS,
  });

describe('the checklist', () => {
  it('of a new receiver', () => {
    expect(marks({})).toEqual({
      answers: 'open',
      test: 'open',
      signature: 'yours',
      repeats: 'yours',
      addresses: 'yours',
      credentials: 'yours',
      certificate: 'yours',
      events: 'done',
    });
  });

  it.each([
    ['a success', { health: { state: 'healthy', lastSuccessAt: '2026-03-29T09:00:00Z' } }, { answers: 'done', addresses: 'done' }],
    ['failures since', { health: { state: 'failing', lastSuccessAt: '2026-03-29T09:00:00Z' } }, { answers: 'open', addresses: 'done' }],
    ['credentials', { auth: { type: 'basic', username: 'shop' } }, { credentials: 'done' }],
    ['no signature', { signing: { enabled: false } }, { signature: 'open' }],
    ['an old certificate', { clientCertificate: { notAfter: '2026-03-01T00:00:00Z' } }, { certificate: 'open' }],
    ['a certificate', { clientCertificate: { notAfter: '2026-09-01T00:00:00Z' } }, { certificate: 'done' }],
    ['switched off', { enabled: false }, { events: 'open' }],
  ])('with %s', (_, receiver, expected) => {
    expect(marks(receiver)).toMatchObject(expected);
  });

  it('with a test that arrived', () => {
    expect(marks({}, { hasTest: true })).toMatchObject({ answers: 'done', test: 'done', addresses: 'done' });
  });

  it('of a receiver that passed a test and has failed since', () => {
    const failing = { health: { state: 'failing', lastSuccessAt: null } };
    expect(marks(failing, { hasTest: true })).toMatchObject({ answers: 'open', test: 'done' });
  });

  it('without sender addresses to allow', () => {
    expect(marks({}, { hasTest: true, hasAddresses: false })).toMatchObject({ addresses: 'yours' });
  });
});
