import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/schemas.js';
import { byRank, causeOf, type Ranked, stillFailedText } from './receiver-state.js';

const HEALTHY: Schemas['ReceiverHealth'] = {
  state: 'healthy',
  since: null,
  lastSuccessAt: '2026-03-29T10:00:00Z',
  oldestPendingAt: null,
  last24h: { attempts: 32, delivered: 0, failed: 2 },
  stillFailed: 0,
  reason: null,
};
const GONE = { at: '2026-03-29T10:00:00Z', reason: 'gone' } as const;

describe('why a receiver is in its state', () => {
  it.each([
    ['healthy', {}, null, 'arrive'],
    ['healthy without a 2xx so far', { lastSuccessAt: null }, null, 'yet'],
    ['failing', { state: 'failing', reason: 'Correct `url`.' }, null, 'Correct url.'],
    ['healthy, and its account is slowed', { reason: 'Your account has its share.' }, null, 'Your account has its share.'],
    ['paused', { state: 'paused', reason: 'Set `enabled`.' }, null, 'Resume'],
    ['disabled', { state: 'disabled', reason: 'Repair it.' }, GONE, '410'],
  ] as const)('%s', (_, health, disabled, cause) => {
    expect(causeOf({ disabled, health: { ...HEALTHY, ...health } })).toContain(cause);
  });
});

it('shows the worst first', () => {
  const rows: Ranked[] = [
    { state: 'healthy', stillFailed: 0, name: 'a 10' },
    { state: 'healthy', stillFailed: 0, name: 'a 9' },
    { state: 'healthy', stillFailed: 3, name: 'c' },
    { state: 'failing', stillFailed: 0, name: 'd' },
  ];
  expect(rows.toSorted(byRank).map(({ name }) => name)).toEqual(['d', 'c', 'a 9', 'a 10']);
});

it.each([
  [[], '0'],
  [[74, 0], '74'],
  [[1000, 3], '1,003+'],
])('counts what is still failed: %j', (counts, text) => {
  expect(stillFailedText(counts)).toBe(text);
});
