import { describe, expect, it, jest } from '@jest/globals';
import { parseInstant, parseOccurredAt, toIso } from './message-time.js';

const MESSAGE_AT = Date.UTC(2026, 9, 26);
const isoOf = (text: string): string | undefined => {
  const ms = parseInstant(text);
  return ms === undefined ? undefined : toIso(ms);
};

describe('parseInstant (edge case 23)', () => {
  it.each([
    ['2026-03-29T11:44:05+0200', '2026-03-29T09:44:05Z'],
    ['2026-03-29T11:44:05+02:00', '2026-03-29T09:44:05Z'],
    ['2026-03-29T09:44:05Z', '2026-03-29T09:44:05Z'],
    ['2026-03-29t09:44:05z', '2026-03-29T09:44:05Z'],
    ['2026-03-29T09:44:05.123456789Z', '2026-03-29T09:44:05.123Z'],
    ['2026-03-29T09:44:05.1Z', '2026-03-29T09:44:05.100Z'],
    ['2026-03-29T09:44:05.000Z', '2026-03-29T09:44:05Z'],
    ['2026-03-29T00:30:00-05:30', '2026-03-29T06:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  ])('%s is %s', (text, expected) => {
    expect(isoOf(text)).toBe(expected);
  });

  it.each([
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['30 February', '2026-02-30T10:00:00Z'],
    ['29 February of a common year', '2026-02-29T10:00:00Z'],
    ['24 o’clock', '2026-03-29T24:00:00Z'],
    ['an offset of hours alone', '2026-03-29T10:00:00+02'],
    ['an offset of 24 hours', '2026-03-29T10:00:00+24:00'],
    ['no offset', '2026-03-29T10:00:00'],
    ['no seconds', '2026-03-29T10:00Z'],
    ['ten fraction digits', '2026-03-29T10:00:00.1234567890Z'],
    ['a date alone', '2026-03-29'],
    ['text around it', ' 2026-03-29T10:00:00Z'],
    ['a number', '1774777445'],
  ])('%s is not a moment', (_, text) => {
    expect(isoOf(text)).toBeUndefined();
  });
});

describe('parseOccurredAt', () => {
  const local = (occurredAtLocal: string, timeZone?: string): unknown =>
    parseOccurredAt({ occurredAt: undefined, occurredAtLocal, timeZone }, MESSAGE_AT);
  const at = (iso: string): unknown => ({ ok: true, value: { occurredAtMs: Date.parse(iso), clamped: false } });

  it.each([
    ['in the spring gap moves forward', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['that exists twice in autumn is the earlier one', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['that exists once is itself', '2026-10-25T03:30:00', '2026-10-25T02:30:00Z'],
    ['in the gap without seconds moves forward', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
  ])('a local time %s (edge case 21)', (_, text, expected) => {
    expect(local(text, 'Europe/Berlin')).toEqual(at(expected));
  });

  it.each([
    ['2023-03-25T21:59:59', 'America/Nuuk', '2023-03-26T00:59:59Z'],
    ['2023-03-25T22:30:00', 'America/Nuuk', '2023-03-26T01:30:00Z'],
    ['2023-03-25T23:00:00', 'America/Nuuk', '2023-03-26T01:00:00Z'],
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
    ['2011-12-31T00:00:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
  ])('%s in %s is %s, whatever offset the zone has today', (text, zone, expected) => {
    for (const today of ['2026-01-15', '2026-07-15']) {
      jest.useFakeTimers({ now: Date.parse(today) });
      expect(local(text, zone)).toEqual(at(expected));
    }
    jest.useRealTimers();
  });

  it.each([
    ['without a zone (edge case 22)', '2026-03-29T11:44:05', undefined],
    ['in an unknown zone', '2026-03-29T11:44:05', 'Mars/Olympus'],
    ['with an offset, which contradicts', '2026-03-29T11:44:05Z', 'Europe/Berlin'],
  ])('a local time %s is E_TIME', (_, text, zone) => {
    expect(local(text, zone)).toMatchObject({ ok: false, reason: 'E_TIME' });
  });

  it('takes the instant before the local time', () => {
    const stated = { occurredAt: '2026-03-29T09:44:05Z', occurredAtLocal: '2026-03-29T23:00:00', timeZone: 'Europe/Berlin' };
    expect(parseOccurredAt(stated, MESSAGE_AT)).toEqual(at('2026-03-29T09:44:05Z'));
  });

  const HOUR = 3_600_000;
  const ahead = (ms: number, receivedAtMs?: number): unknown =>
    parseOccurredAt({ occurredAt: toIso(MESSAGE_AT + ms), receivedAtMs }, MESSAGE_AT);

  it('leaves clock skew of five minutes alone', () => {
    expect(ahead(300_000)).toEqual({ ok: true, value: { occurredAtMs: MESSAGE_AT + 300_000, clamped: false } });
  });

  it('sets a time hours ahead back to the time of receipt, else to the message’s own time (edge case 24)', () => {
    expect(ahead(2 * HOUR)).toEqual({ ok: true, value: { occurredAtMs: MESSAGE_AT, clamped: true } });
    expect(ahead(2 * HOUR, MESSAGE_AT - 1000)).toEqual({ ok: true, value: { occurredAtMs: MESSAGE_AT - 1000, clamped: true } });
  });

  it.each([
    ['1970', 0],
    ['1999', Date.UTC(1999, 11, 31)],
    ['a moment after the message’s own time', MESSAGE_AT + 1],
    ['the day after the message', MESSAGE_AT + 24 * HOUR],
  ])('does not set it back to an impossible time of receipt: %s', (_, receivedAtMs) => {
    expect(ahead(2 * HOUR, receivedAtMs)).toEqual({ ok: true, value: { occurredAtMs: MESSAGE_AT, clamped: true } });
  });

  it.each([3 * 24 * HOUR, 24 * HOUR + 1])(
    'refuses a time %d ms ahead, compared with the message and never with the clock (edge case 24)',
    (ms) => {
      expect(ahead(ms)).toMatchObject({ ok: false, reason: 'E_TIME', detail: expect.stringContaining('24 h after') });
    },
  );

  it('refuses a time before the year 2000', () => {
    expect(parseOccurredAt({ occurredAt: '1999-12-31T23:59:59Z' }, MESSAGE_AT)).toMatchObject({ ok: false, reason: 'E_TIME' });
  });
});
