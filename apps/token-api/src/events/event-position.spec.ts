import { describe, expect, it } from '@jest/globals';
import { parsePosition, startOf, toPositionText } from './event-position.js';

const position = {
  storedTx: 4_294_968_123,
  storedNo: 17,
  createdAt: '2026-03-29T10:00:00.123456Z',
  eventid: '5b0a1c52-9d3f-5b61-8a4e-2f6f0f5f3c21',
};
const text = (...parts: readonly unknown[]): string => Buffer.from(parts.join('|')).toString('base64url');
const { storedTx, storedNo, createdAt, eventid } = position;

describe('a position', () => {
  it.each([position, startOf(123)])('%j is read as it was written', (each) => {
    expect(parsePosition(toPositionText(each))).toEqual(each);
  });

  it('0 is before every event', () => {
    expect(parsePosition('0')).toEqual(startOf(0));
  });

  it.each([
    ['nothing', ''],
    ['a word', 'end'],
    ['a number', '1'],
    ['a cursor', text('events', createdAt, eventid)],
    ['a negative number', text('stored', -1, storedNo, createdAt, eventid)],
    ['more than a number takes', text('stored', '9'.repeat(16), storedNo, createdAt, eventid)],
    ['an exponent', text('stored', storedTx, '1e3', createdAt, eventid)],
    ['no day', text('stored', storedTx, storedNo, '2026-02-30T10:00:00.123456Z', eventid)],
    ['no time', text('stored', storedTx, storedNo, '2026-03-29', eventid)],
    ['no id', text('stored', storedTx, storedNo, createdAt, 'x')],
    ['more', text('stored', storedTx, storedNo, createdAt, eventid, '')],
  ])('is not %s', (_, wrong) => {
    expect(parsePosition(wrong)).toBeUndefined();
  });
});
