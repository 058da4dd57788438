import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import countries from 'i18n-iso-countries';
import { isTimeZone, type JsonObject, type WebhookPayload } from '#libs/contracts';
import { aRecord, aScan, ParcelWorld } from '../../../../test/builders/parcel-world.js';
import { zoneOfCountry } from '../consignment/country-zones.js';
import { leadTimes } from './lead-times.js';
import { daysBetween, localDay } from '../consignment/local-day.js';
import { recipientZone } from '../consignment/recipient-zone.js';

const ms = (text: string): number => Date.parse(text);
const reported = ({ event, reporting: r }: WebhookPayload): unknown[] => [
  event,
  r.lead_time_door_to_door,
  r.lead_time_qualified_attempt,
  r.lead_time_end_to_end,
];

describe('lead times', () => {
  it.each([
    ['over the night with the missing hour', '2026-03-28T23:00:00+01:00', '2026-03-29T22:00:00+02:00', 1],
    ['zero hours', '2026-03-28T10:00:00Z', '2026-03-28T10:00:00Z', 0],
    ['eleven hours over midnight', '2026-03-27T21:00:00+01:00', '2026-03-28T08:00:00+01:00', 1],
    ['91 days', '2026-01-01T12:00:00Z', '2026-04-02T12:00:00Z', 90],
    ['backwards', '2026-03-28T12:00:00Z', '2026-03-27T12:00:00Z', 0],
  ])('edge case 29: %s', (_, inbound, attempt, days) => {
    const times = leadTimes({ inboundMs: ms(inbound), attemptMs: ms(attempt) }, ms(inbound), 'Europe/Berlin');
    expect(times).toEqual({ doorToDoor: days, qualifiedAttempt: days, endToEnd: -1 });
  });

  it('edge case 30: an attempt sets two lead times, the delivery sets the third', () => {
    const world = new ParcelWorld();
    world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }));
    const events = world.take(
      aScan('InboundScan', '2026-03-02T12:00:00Z'),
      aScan('FailedAttempt', '2026-03-04T12:00:00Z'),
      aScan('Delivered', '2026-03-06T12:00:00Z'),
    );
    expect(events.map(reported)).toEqual([
      ['onDispatch', -1, -1, -1],
      ['onFailedAttempt', 2, 3, -1],
      ['onDelivered', 2, 3, 5],
    ]);
  });

  const usps = (status: string, occurredAt: string): JsonObject => aScan(status, occurredAt, { courier: 'usps', tracking_number: 'U1' });

  it('the oracle of a real parcel: 7, 10 and 10 days in New York', () => {
    const world = new ParcelWorld();
    world.take(
      aRecord({
        occurred_at: '2026-08-20T12:00:00Z',
        references: { courier: 'usps', tracking_number: 'U1', destination_country_iso3: 'USA' },
      }),
    );
    const events = world.take(
      usps('OrderProcessed', '2026-08-24T17:03:00Z'),
      usps('InboundScan', '2026-08-27T12:49:00Z'),
      usps('OutForDelivery', '2026-09-03T11:20:00Z'),
      usps('Delivered', '2026-09-03T13:51:00Z'),
      usps('Delivered', '2026-09-03T13:52:00Z'),
    );
    expect(events.map(reported)).toEqual([
      ['onDispatch', -1, -1, -1],
      ['onOutForDelivery', -1, -1, -1],
      ['onDelivered', 7, 10, 10],
      ['onDelivered', 7, 10, 10],
    ]);
  });

  it('can be counted in UTC', () => {
    const report = (leadTimeZone: 'recipient' | 'utc'): unknown => {
      const world = new ParcelWorld({ leadTimeZone });
      world.take(aRecord({ occurred_at: '2026-03-01T08:00:00Z' }));
      const scans = [aScan('InboundScan', '2026-03-02T22:30:00Z'), aScan('Delivered', '2026-03-02T23:30:00Z')];
      return world.take(...scans).at(-1)?.reporting.lead_time_door_to_door;
    };
    expect([report('recipient'), report('utc')]).toEqual([1, 0]);
  });
});

describe('edge case 31: the recipient’s zone', () => {
  it('comes from the record, else from the country, else is UTC and counted', () => {
    expect(recipientZone('Pacific/Honolulu', 'USA')).toEqual({ zone: 'Pacific/Honolulu', isGuess: false });
    expect(recipientZone(undefined, 'USA').zone).toBe('America/New_York');
    expect(recipientZone(undefined, 'XKX').zone).toBe('Europe/Belgrade');
    expect(recipientZone(undefined, 'ZZZ')).toEqual({ zone: 'UTC', isGuess: true });
    expect(zoneOfCountry('constructor')).toBeUndefined();
    const world = new ParcelWorld();
    world.take(aRecord({ references: { destination_country_iso3: 'ZZZ' } }));
    expect(world.remarks).toContainEqual({ kind: 'zone_guessed', country: 'ZZZ' });
  });

  it('is known and valid for every country of ISO 3166-1', () => {
    const codes = Object.keys(countries.getAlpha3Codes());
    expect(codes.length).toBeGreaterThan(240);
    expect(codes.filter((code) => !isTimeZone(zoneOfCountry(code) ?? 'none'))).toEqual([]);
  });
});

describe('localDay', () => {
  it('determines the calendar day', () => {
    expect(localDay(ms('2026-03-29T22:30:00Z'), 'Europe/Berlin')).toBe('2026-03-30');
    expect(localDay(ms('2026-03-29T03:30:00Z'), 'America/New_York')).toBe('2026-03-28');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });

  it('gives one day for a whole quarter of an hour, in every zone', () => {
    const QUARTER_MS = 15 * 60 * 1000;
    const zones = Intl.supportedValuesOf('timeZone');
    const written = (zone: string, at: number): string =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
    const quarter = fc.integer({ min: ms('2000-01-01T00:00:00Z') / QUARTER_MS, max: ms('2037-12-31T00:00:00Z') / QUARTER_MS });
    fc.assert(
      fc.property(fc.constantFrom(...zones), quarter, fc.nat(QUARTER_MS - 1), (zone, number, within) => {
        const startMs = number * QUARTER_MS;
        const day = written(zone, startMs);
        expect(written(zone, startMs + QUARTER_MS - 1)).toBe(day);
        expect(localDay(startMs + within, zone)).toBe(day);
      }),
      { numRuns: 500 },
    );
  });
});
