import { describe, expect, it } from '@jest/globals';
import type { DeliveryAttempt } from '#libs/contracts';
import { countDue } from './hold-until-due.js';

const due = (dueAtMs: number): DeliveryAttempt => ({ dueAtMs }) as DeliveryAttempt;

describe('countDue', () => {
  it.each([
    ['nothing waits', [], 0],
    ['all are due', [due(1), due(10)], 2],
    ['the first is early by a millisecond', [due(11), due(1)], 0],
    ['the rest waits behind the first that is not due', [due(9), due(11), due(5)], 1],
    ['what cannot be read holds back nothing', [undefined, due(9), due(11)], 2],
  ])('%s', (_, attempts, expected) => {
    expect(countDue(attempts, 10)).toBe(expected);
  });
});
