import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../api/schemas.js';
import { earlierSendings } from './earlier-sendings.js';

const attempt = (round: number, number: number, outcome: Schemas['Attempt']['outcome'], at: string): Schemas['Attempt'] =>
  ({ round, attempt: number, outcome, httpStatus: outcome === 'http_status' ? 500 : null, attemptedAt: at }) as Schemas['Attempt'];

describe('the earlier rounds of a delivery', () => {
  it('have their last attempts, newest first', () => {
    const attempts = [
      attempt(1, 15, 'timeout', '2026-03-01T10:00:00Z'),
      attempt(1, 16, 'http_status', '2026-03-01T11:00:00Z'),
      attempt(3, 1, 'dns', '2026-03-02T10:00:00Z'),
      attempt(4, 1, 'accepted', '2026-03-03T10:00:00Z'),
    ];
    expect(earlierSendings({ round: 4, attempts })).toEqual([
      { round: 3, attempts: 1, lastOutcome: 'dns', lastHttpStatus: null, at: '2026-03-02T10:00:00Z' },
      { round: 1, attempts: 16, lastOutcome: 'http_status', lastHttpStatus: 500, at: '2026-03-01T11:00:00Z' },
    ]);
  });

  it('are none if the delivery was sent once', () => {
    expect(earlierSendings({ round: 1, attempts: [attempt(1, 1, 'accepted', '2026-03-01T10:00:00Z')] })).toEqual([]);
  });
});
