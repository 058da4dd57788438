import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { deliveryVerdict, lastFailure } from './delivery-verdict.js';

type Attempt = Schemas['Attempt'];

const attempt = (round: number, number: number, outcome: Attempt['outcome'] = 'timeout'): Attempt =>
  ({ round, attempt: number, outcome }) as Attempt;

const TWO = [attempt(1, 1), attempt(2, 1), attempt(2, 2)];

describe('the state of a delivery in one sentence', () => {
  it.each([
    [{ status: 'delivered', attempts: [attempt(1, 1, 'accepted')], round: 1 }, 'The receiver accepted the first attempt.'],
    [{ status: 'delivered', attempts: TWO, round: 2 }, 'The receiver accepted attempt 2.'],
    [{ status: 'exhausted', attempts: TWO, round: 2 }, 'All 2 attempts failed. The service does not try again unless you send it again.'],
    [{ status: 'pending', waitingFor: 'retry', attempts: TWO, round: 2 }, 'Attempt 3 of 16 is planned.'],
    [{ status: 'pending', waitingFor: 'retry', attempts: TWO, round: 3 }, 'The first attempt is planned.'],
    [{ status: 'pending', waitingFor: 'queue', attempts: [], round: 1 }, 'The next attempt is due and waits for its turn.'],
  ] as const)('%o', (delivery, sentence) => {
    expect(deliveryVerdict({ waitingFor: null, ...delivery, attempts: [...delivery.attempts] })).toBe(sentence);
  });

  it('names the last failure only while it matters', () => {
    const failing = { status: 'pending', waitingFor: 'retry', round: 2, attempts: TWO } as const;
    expect(lastFailure({ ...failing, attempts: TWO })).toBe(TWO[2]);
    expect(lastFailure({ ...failing, attempts: TWO, round: 3 })).toBeUndefined();
    expect(lastFailure({ ...failing, attempts: TWO, status: 'delivered' })).toBeUndefined();
  });
});
