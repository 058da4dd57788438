import { describe, expect, it } from '@jest/globals';
import { questionOf, wishOf } from './meanwhile.js';

const counted = (count: number, countIsExact = true) => ({ count, countIsExact });

describe('what came while a receiver was off', () => {
  it.each([
    [counted(12), counted(0), '12 events came meanwhile: send them now?'],
    [counted(1), counted(3), '1 event came meanwhile, and 3 deliveries were cancelled: send them now?'],
    [counted(0), counted(1), '1 delivery was cancelled: send it now?'],
    [counted(0), counted(10_000, false), 'More than 10,000 deliveries were cancelled: send them now?'],
    [counted(0), counted(0), undefined],
  ])('%j and %j', (missing, cancelled, question) => {
    expect(questionOf(missing, cancelled)).toBe(question);
  });

  it('reaches back to what the pause met on its way', () => {
    expect(wishOf('missing', '2026-03-29T10:00:00Z')).toEqual({ status: 'missing', from: '2026-03-29T09:59:00.000Z' });
    expect(wishOf('cancelled', '2026-03-29T10:00:00Z').from).toBe('2026-03-29T01:00:00.000Z');
  });
});
