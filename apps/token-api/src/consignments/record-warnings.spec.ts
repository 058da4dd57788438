import { describe, expect, it } from '@jest/globals';
import { type ParcelStanding, recordWarnings } from './record-warnings.js';

const NOW_MS = Date.parse('2026-03-29T10:00:00Z');
const unknown: ParcelStanding = { isKnown: false, finalEventMs: null, erasedAt: null, removedAt: null };
const daysAgo = (days: number): Date => new Date(NOW_MS - days * 86_400_000);

describe('an accepted record', () => {
  it.each<[string, string | undefined, Partial<ParcelStanding>, string[]]>([
    ['with a link', 'https://a.example/', {}, []],
    ['without a link', undefined, {}, ['no_tracking_link']],
    ['without a link, of a known parcel', undefined, { isKnown: true }, []],
    ['without a link, of a parcel that is over', undefined, { isKnown: true, finalEventMs: daysAgo(90).getTime() }, []],
    [
      'without a link, of the next parcel of its number',
      undefined,
      { isKnown: true, finalEventMs: daysAgo(91).getTime() },
      ['no_tracking_link'],
    ],
    ['of an erased parcel', 'https://a.example/', { erasedAt: daysAgo(90) }, ['erased']],
    ['of the next parcel of an erased number', 'https://a.example/', { erasedAt: daysAgo(91) }, []],
    ['of a removed parcel', undefined, { removedAt: daysAgo(1) }, ['removed']],
    ['of the next parcel of a removed number, without a link', undefined, { removedAt: daysAgo(91) }, ['no_tracking_link']],
  ])('%s', (_, trackingLink, standing, codes) => {
    const record = { occurredAtMs: NOW_MS, ...(trackingLink !== undefined && { trackingLink }) };
    expect(recordWarnings(record, { ...unknown, ...standing }).map(({ code }) => code)).toEqual(codes);
  });
});
