import { describe, expect, it } from '@jest/globals';
import { parsePosition, parseSince, startOf, toPositionText } from './event-position.js';

const text = (...parts: readonly unknown[]): string => Buffer.from(parts.join('|')).toString('base64url');

describe('a position', () => {
  it.each([{ storedTx: 4_294_968_123, storedNo: 17 }, startOf(123)])('%j is read as it was written', (each) => {
    expect(parsePosition(toPositionText(each))).toEqual(each);
  });

  it('0 is before every event', () => {
    expect(parsePosition('0')).toEqual(startOf(0));
  });

  it.each([
    ['nothing', ''],
    ['a word', 'end'],
    ['a number', '1'],
    ['an instant', '2026-03-29T10:00:00Z'],
    ['a cursor', text('events', '2026-03-29T10:00:00.123456Z', '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21')],
    ['a negative number', text('stored', -1, 17)],
    ['more than a number takes', text('stored', '9'.repeat(16), 17)],
    ['an exponent', text('stored', 123, '1e3')],
    ['less', text('stored', 123)],
    ['more', text('stored', 123, 17, '')],
  ])('cannot be %s', (_, wrong) => {
    expect(parsePosition(wrong)).toBeUndefined();
  });
});

describe('an instant', () => {
  it.each(['2026-03-29T10:00:00Z', '2026-03-29T12:00:00.000999+02:00', '2026-03-29T12:00:00 02:00', '2026-03-29T00:00:00-1000'])(
    'may be %s, in whole milliseconds',
    (written) => {
      expect(parseSince(written)).toBe(Date.UTC(2026, 2, 29, 10));
    },
  );

  it.each([
    ['nothing', ''],
    ['a word', 'end'],
    ['a number', '1774778400000'],
    ['a day', '2026-03-29'],
    ['a time without an offset', '2026-03-29T10:00:00'],
    ['a time without seconds', '2026-03-29T10:00Z'],
    ['a day that does not exist', '2026-02-30T10:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['a year that PostgreSQL reads in another way', '0099-03-29T10:00:00Z'],
    ['after the year 9999', '9999-12-31T23:59:59-10:00'],
    ['more text', "2026-03-29T10:00:00Z' OR true --"],
    ['digits of another script', '２０２６-03-29T10:00:00Z'],
    ['a position', toPositionText(startOf(123))],
  ])('cannot be %s', (_, wrong) => {
    expect(parseSince(wrong)).toBeUndefined();
  });
});
