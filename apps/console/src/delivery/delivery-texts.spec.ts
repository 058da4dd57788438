import { describe, expect, it } from '@jest/globals';
import { answerText, attemptsText } from './delivery-texts.js';

describe('a delivery in a few words', () => {
  it.each([
    [{ lastOutcome: null, lastHttpStatus: null } as const, 'None yet'],
    [{ lastOutcome: 'accepted', lastHttpStatus: 204 } as const, 'HTTP 204'],
    [{ lastOutcome: 'http_status', lastHttpStatus: 503 } as const, 'HTTP 503'],
    [{ lastOutcome: 'timeout', lastHttpStatus: null } as const, 'No answer in time'],
    [{ lastOutcome: 'timeout', lastHttpStatus: 200 } as const, 'No answer in time · HTTP 200'],
  ])('%j: %s', (delivery, words) => {
    expect(answerText(delivery)).toBe(words);
  });

  it.each([
    [{ attempts: 3, round: 1 }, '3'],
    [{ attempts: 1, round: 2 }, '1 · on request'],
    [{ attempts: 1, round: 3 }, '1 · on request 2'],
  ])('counts the attempts of %j: %s', (delivery, words) => {
    expect(attemptsText(delivery)).toBe(words);
  });
});
