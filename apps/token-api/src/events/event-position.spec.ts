import { describe, expect, it } from '@jest/globals';
import { parsePosition, startOf, toPositionText } from './event-position.js';

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
