import { describe, expect, it } from '@jest/globals';
import { settle } from './settle.js';

const retryDelayMs = 1_800_000;
const failed = { kind: 'http_status', httpStatus: 500 } as const;

describe('settle', () => {
  it('ends a delivery that was accepted, on any attempt', () => {
    expect(settle({ attempt: 16, outcome: { kind: 'accepted', httpStatus: 204 }, retryDelayMs, nowMs: 0 })).toEqual({ kind: 'delivered' });
  });

  it.each(Array.from({ length: 15 }, (_, index) => index + 1))('tries attempt %d again, half an hour after it ended', (attempt) => {
    expect(settle({ attempt, outcome: failed, retryDelayMs, nowMs: 1000 })).toEqual({
      kind: 'retry',
      attempt: attempt + 1,
      dueAtMs: 1_801_000,
    });
  });

  it('gives up after the 16th attempt', () => {
    expect(settle({ attempt: 16, outcome: failed, retryDelayMs, nowMs: 0 })).toEqual({ kind: 'exhausted' });
  });

  it.each([
    [1, 'expired'],
    [15, 'expired'],
    [16, 'exhausted'],
  ])('a last chance that fails as attempt %d ends the delivery as %s', (attempt, kind) => {
    expect(settle({ attempt, outcome: failed, retryDelayMs, nowMs: 0, isLastChance: true })).toEqual({ kind });
  });

  it('makes one attempt for a test, last chance or not', () => {
    for (const isLastChance of [false, true]) {
      expect(settle({ attempt: 1, outcome: failed, retryDelayMs, nowMs: 0, isLastChance, isTest: true })).toEqual({ kind: 'exhausted' });
    }
  });
});
